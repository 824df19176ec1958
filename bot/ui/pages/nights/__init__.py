"""What people see of a game night: card, desk, seating, posts, recap, standings."""
