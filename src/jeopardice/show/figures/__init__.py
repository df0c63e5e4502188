"""Figures: each is a picture with a caption, and with the arrays it was drawn from.

`plot` draws every kind there is from a game and strategies. The other modules draw from results.
"""

from jeopardice.show.figures.kinds import KINDS as KINDS
from jeopardice.show.figures.kinds import Kind as Kind
from jeopardice.show.figures.kinds import kind_of as kind_of
from jeopardice.show.figures.kinds import plot as plot
