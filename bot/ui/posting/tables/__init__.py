"""What is sent to Discord of a table: card, board, pings, hands, its end."""
