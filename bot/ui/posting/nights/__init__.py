"""What is sent to Discord of a game night: card, posts, lists of rounds."""
