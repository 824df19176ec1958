"""What people can do at a game night: lead it, come to it, look back at it."""
