"""How strategies compare: tournaments and what follows from them, fair tests, sweeps."""
