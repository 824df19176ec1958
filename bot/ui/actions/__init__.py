"""What people can do at a table, one module a subject."""
