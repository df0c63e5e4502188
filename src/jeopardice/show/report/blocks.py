"""What a document is made of, in whatever form: headings, sentences, tables, pictures of a policy, drawings."""

from collections.abc import Sequence
from dataclasses import dataclass

from jeopardice.show.picture import Picture


@dataclass(frozen=True)
class Heading:
    """The beginning of a section."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Some sentences; `kind` is `lead` for the first one of all, and `note` for what is said by the way."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: Sequence[str]


@dataclass(frozen=True)
class Length:
    """A cell of a table with a bar, whose length is a share of the room."""

    share: float


@dataclass(frozen=True)
class Rows:
    """A table: the columns `numbers` hold figures, and the rows `marked` stand out."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str | Length]]
    numbers: Sequence[int] = ()
    marked: Sequence[int] = ()


@dataclass(frozen=True)
class Cells:
    """What to do, at a few pairs of scores."""

    picture: Picture


@dataclass(frozen=True)
class Drawing:
    """A picture as the contents of a file of that kind, `png` or `svg`; for pages that can show it."""

    contents: bytes
    kind: str
    title: str
    caption: str


Block = Heading | Paragraph | Bullets | Rows | Cells | Drawing
