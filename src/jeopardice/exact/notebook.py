"""How results look in a notebook."""

from abc import abstractmethod
from html import escape
from typing import Any, ClassVar


class Shown:
    """A result whose plain data a notebook shows as a table, but for what is too long for that."""

    left_out: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain data."""

    def _repr_html_(self) -> str:
        plain = {key: value for key, value in self.to_dict().items() if key not in self.left_out}
        rows = (f"<tr><th>{escape(key)}</th><td>{escape(str(value))}</td></tr>" for key, value in plain.items())
        return f"<table>{''.join(rows)}</table>"
