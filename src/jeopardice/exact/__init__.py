"""Figures without sampling: solving, duels, best responses, certificates."""
