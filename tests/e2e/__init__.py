"""The real bot process, through the sandbox, as people and servers treat it."""
