"""Which games there are: found by looking under cogs/ and among the installed packages."""
