"""Any finite game of choice and chance, for one player or several: explored, and solved."""

from jeopardice.finite.dice_game import DiceGame as DiceGame
from jeopardice.finite.discount import Discounted as Discounted
from jeopardice.finite.discount import discounted as discounted
from jeopardice.finite.explore import Graph as Graph
from jeopardice.finite.explore import explore as explore
from jeopardice.finite.fixed import dice_against as dice_against
from jeopardice.finite.fixed import fixed as fixed
from jeopardice.finite.model import CHANCE as CHANCE
from jeopardice.finite.model import FINAL as FINAL
from jeopardice.finite.model import FiniteGame as FiniteGame
from jeopardice.finite.model import Move as Move
from jeopardice.finite.policy_iteration import policy_iteration as policy_iteration
from jeopardice.finite.prism import Prism as Prism
from jeopardice.finite.prism import prism as prism
from jeopardice.finite.solve import Solved as Solved
from jeopardice.finite.solve import solve as solve
from jeopardice.finite.stopping import Stopped as Stopped
from jeopardice.finite.stopping import iterate_dice as iterate_dice
from jeopardice.finite.trace import Iterated as Iterated
from jeopardice.finite.trace import Round as Round
from jeopardice.finite.value_iteration import value_iteration as value_iteration
