"""What people see, as data: public tables and hands in, pages out."""
