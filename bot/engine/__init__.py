"""The pure core: what a game is, who deals, what a match in progress knows."""
