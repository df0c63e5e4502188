"""Games played roll by roll: every strategy of every game."""
