"""The sandbox, tried with a plain discord.py client."""
