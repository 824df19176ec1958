"""What comes in from Discord: clicks, commands, and which table they mean."""
