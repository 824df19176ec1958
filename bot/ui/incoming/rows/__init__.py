"""Every control and slash command, a row each, by subject."""
