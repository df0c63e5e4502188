"""What all results have in common: they do not change, and a notebook shows them."""

from abc import abstractmethod
from dataclasses import fields
from typing import Any, ClassVar

import numpy as np

from jeopardice.games.notebook import plain_table


class Result:
    """A frozen dataclass whose arrays cannot be written to, and whose plain data a notebook shows as a table.

    What is too long for that is `left_out`.
    """

    left_out: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                view = value.view()
                view.flags.writeable = False
                object.__setattr__(self, field.name, view)

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain data."""

    def _repr_html_(self) -> str:
        return plain_table({key: value for key, value in self.to_dict().items() if key not in self.left_out})
