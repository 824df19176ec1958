"""What people see of a server: its settings, and what is kept of whom."""
