"""The pure heart of the house: what a game is, who deals, what a match in progress knows."""
