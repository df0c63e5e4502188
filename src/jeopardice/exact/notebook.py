"""How results look in a notebook."""

from abc import abstractmethod
from html import escape
from typing import Any


class Shown:
    """A result whose plain data a notebook shows as a table."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain data."""

    def _repr_html_(self) -> str:
        plain = {escape(key): escape(str(value)) for key, value in self.to_dict().items()}
        rows = (f"<tr><th>{key}</th><td>{value}</td></tr>" for key, value in plain.items())
        return f"<table>{''.join(rows)}</table>"
