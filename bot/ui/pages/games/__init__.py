"""What people see of a game before they play it: gallery, rules, lessons."""
