"""What people see of a table: card, board, hand, its page, what it looked like."""
