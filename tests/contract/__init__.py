"""What every game must hold."""
