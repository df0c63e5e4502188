"""How results look: in a terminal, on a printed page, in files for other programs."""
