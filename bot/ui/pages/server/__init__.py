"""What people see of a server: its settings, and what is kept about whom."""
