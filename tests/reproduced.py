"""The claims of all documents and their findings, computed once for all tests."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from jeopardice.reproduce.claims import DOCUMENTS, Claim, document
from jeopardice.reproduce.reproduction import Reproduction, reproduction

CLAIMS = [claim for name in DOCUMENTS for claim in document(name).claims]


def ids(claims: list[Claim]) -> pytest.MarkDecorator:
    """A test for each of some claims."""
    return pytest.mark.parametrize("claim", claims, ids=[f"{claim.document}-{claim.id}" for claim in claims])


@cache
def all_of_them() -> Reproduction:
    """All documents, without games of our own."""
    return reproduction(games=0)


def strings(value: Any) -> Iterator[str]:
    """All texts in a value, wherever."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings(part)
