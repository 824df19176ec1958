"""Which games there are: found by looking under cogs/."""
