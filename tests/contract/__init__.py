"""What every game must keep to."""
