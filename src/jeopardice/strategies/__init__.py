"""How it is played: strategies, their tables and their notation."""
