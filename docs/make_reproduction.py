"""Writes docs/reference/reproduction.md: the claims of all documents with their verdicts, without games of our own."""

from pathlib import Path

from jeopardice.reproduce.pages import LEAD, sections, summary
from jeopardice.reproduce.reproduction import Reproduction, reproduction

PAGE = Path(__file__).parent / "reference" / "reproduction.md"
HEAD = f"""# The documents, reproduced

What documents on Pig have printed, and what comes out if it is computed. {LEAD}

All of our figures here are exact. `jeopardice reproduce` plays as many games of its own as the documents have, and sets
them beside ([how](../how-to/reproduce.md)).

This page is written by `make docs-reproduction` from the findings themselves.
"""


def reproduction_page(found: Reproduction) -> str:
    """The whole page."""
    parts = [HEAD.rstrip(), summary(found.verdicts)]
    for one in found.documents:
        parts += sections(one, found.of(one.name))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(reproduction_page(reproduction(games=0)), encoding="utf-8")
