"""How the quantities are computed that documents make claims about: a small function for each quantity."""
