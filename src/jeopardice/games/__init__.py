"""What is played: rules, the catalogue, the notation and the turn automaton."""
