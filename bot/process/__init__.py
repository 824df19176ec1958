"""What makes the process: built from the bottom up in `app`, with what watches over it."""
