"""The bot: command line, engine, tables, Discord face and sandbox."""
