"""Colors of Kasane: layer a robe of twelve from a hand that is never sorted."""
