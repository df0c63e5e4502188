"""Draws the pictures of these pages: docs/figures/*.svg."""

from pathlib import Path
from typing import Any

from jeopardice import plot

FOLDER = Path(__file__).parent / "figures"
DPI = 110
PICTURES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "boundary": ("boundary", (), {}),
    "section": ("section", ("optimal", "hold-at(20)"), {"opponent": 30}),
    "difference": ("difference", ("keep-pace-end-race",), {"opponent": [33, 67]}),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, (kind, strategies, options) in PICTURES.items():
        plot(kind, "pig", *strategies, **options).save(FOLDER / f"{name}.svg", dpi=DPI)
