"""What the five coaches say: each line true, said where it fits, and reached."""
