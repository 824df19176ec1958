"""The parts of the process: `app` puts them together from the bottom up, others watch over it."""
