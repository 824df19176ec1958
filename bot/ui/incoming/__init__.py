"""What comes in from Discord: clicks and commands, and which table they mean."""
