"""A document about any game: its rules in words, who wins, how long it takes, and how hard it is to play well."""
