"""A game for Kakushi in a package of its own: the second highest card takes the trick."""
