"""Finite games to read and to copy, each in a file of its own."""
