"""The same for all games on Discord: what is found, read and shown."""
