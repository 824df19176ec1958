"""What all games share on Discord: the board, the private hand, menus, pings, replies."""
