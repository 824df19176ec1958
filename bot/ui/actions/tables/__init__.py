"""What people can do at a table."""
