"""Everything that is sent to Discord: boards, pings, cards, open hands and replies."""
