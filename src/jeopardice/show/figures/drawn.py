"""What drawing gives: a picture with its caption, and the figures it was drawn from."""

import base64
import io
import os
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.errors import FileError
from jeopardice.files import write_whole
from jeopardice.show.figures.canvas import DPI, style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = Mapping[str, NDArray[Any]]
NOTEBOOK_DPI = 120
FORMATS = {".png": "png", ".svg": "svg", ".pdf": "pdf"}
PAGES = {".html": "html", ".htm": "html"}


@dataclass(frozen=True, eq=False)
class Shown:
    """Something to look at: the name of its kind, a `caption` that says what is to be seen, and the arrays it shows."""

    name: str
    title: str
    caption: str
    data: Data = field(repr=False)

    forms: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        kept = {}
        for name, array in self.data.items():
            view = np.asarray(array).view()
            view.flags.writeable = False
            kept[name] = view
        object.__setattr__(self, "data", MappingProxyType(kept))

    @abstractmethod
    def contents(self, suffix: str, dpi: int = DPI) -> bytes:
        """What a file with that suffix holds; the same every time."""

    def save(self, path: str | os.PathLike[str], *, dpi: int = DPI) -> None:
        """Write it to a file, whose suffix says in what form; `dpi` dots per inch, where it is made of dots."""
        self.form(path)
        contents = self.contents(Path(path).suffix, dpi)
        write_whole(path, lambda file: file.write(contents))

    def form(self, path: str | os.PathLike[str]) -> str:
        """The form of a file, or a FileError that says which there are."""
        found = self.forms.get(Path(path).suffix.lower())
        if found is None:
            known = " or ".join(suffix for suffix in self.forms if suffix != ".htm")
            raise FileError(f"cannot write {os.fspath(path)}: {self.name} is written as {known}")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Plain data: what it is, and the arrays as lists."""
        arrays = {name: array.tolist() for name, array in self.data.items()}
        return {"kind": self.name, "title": self.title, "caption": self.caption, "data": arrays}


@dataclass(frozen=True, eq=False)
class Drawn(Shown):
    """A picture, as a `figure` of matplotlib."""

    figure: "Figure" = field(repr=False, default=None)

    forms: ClassVar[Mapping[str, str]] = FORMATS

    def __post_init__(self) -> None:
        super().__post_init__()
        layout = self.figure.get_layout_engine()
        if layout is not None:
            with style():
                layout.execute(self.figure)  # once; then it stays as it is, however it is written
            self.figure.set_layout_engine("none")

    def contents(self, suffix: str, dpi: int = DPI) -> bytes:
        written = io.BytesIO()
        kind = FORMATS[suffix.lower()]
        with style():
            WRITERS[kind](self, written, dpi)
        return written.getvalue()

    def _png(self, file: IO[bytes], dpi: int) -> None:
        from jeopardice import __version__

        told = {"Title": self.title, "Description": self.caption, "Software": f"jeopardice {__version__}"}
        self.figure.savefig(file, format="png", dpi=dpi, metadata=told)

    def _svg(self, file: IO[bytes], dpi: int) -> None:
        """With title and description where those who cannot see it find them."""
        drawn = io.BytesIO()
        self.figure.savefig(drawn, format="svg", dpi=dpi, metadata={"Date": None, "Creator": None})
        before, start, after = drawn.getvalue().decode().partition("<svg ")
        attributes, end, rest = after.partition(">")
        told = f"\n <title>{escape(self.title)}</title>\n <desc>{escape(self.caption)}</desc>"
        file.write(f'{before}{start}role="img" {attributes}{end}{told}{rest}'.encode())

    def _pdf(self, file: IO[bytes], dpi: int) -> None:
        told = {"Title": self.title, "Subject": self.caption, "CreationDate": None, "ModDate": None, "Producer": None}
        self.figure.savefig(file, format="pdf", dpi=dpi, metadata=told)

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.contents(".png", NOTEBOOK_DPI)).decode()
        alt, caption = escape(f"{self.title}. {self.caption}"), escape(self.caption)
        wide = round(self.figure.get_figwidth() * NOTEBOOK_DPI)
        image = f'<img src="data:image/png;base64,{picture}" alt="{alt}" style="max-width:100%;width:{wide}px">'
        return f'<figure style="margin:0">{image}<figcaption>{caption}</figcaption></figure>'


WRITERS: Mapping[str, Callable[[Drawn, IO[bytes], int], None]] = {
    "png": Drawn._png, "svg": Drawn._svg, "pdf": Drawn._pdf,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Page(Shown):
    """A page to turn and to touch, as one file that works without a network."""

    html: str = field(repr=False, default="")

    forms: ClassVar[Mapping[str, str]] = PAGES

    def contents(self, suffix: str, dpi: int = DPI) -> bytes:
        return self.html.encode()

    def _repr_html_(self) -> str:
        size = 'style="width:100%;height:640px;border:0"'
        return f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.html)}" {size}></iframe>'
