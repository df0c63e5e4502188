"""Pig alone: as few turns as possible, the target within n turns, the most points in n turns."""
