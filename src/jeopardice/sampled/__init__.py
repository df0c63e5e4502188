"""What is sampled: games played with dice of chance, counted and told."""
