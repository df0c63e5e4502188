"""The files that a command is asked to write: checked beforehand, written whole, and told."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import typer

from jeopardice.cli.output import remark, write
from jeopardice.errors import FileError

STDOUT = "-"
PICTURES = (".png", ".svg", ".pdf")
Files = Mapping[str, str | None]


def check_files(files: Files, json: bool) -> None:
    """Refuse files, by the options that name them, that cannot be written, before anything is computed."""
    to_stdout = ["--json"] * json + [f"--{name} -" for name, file in files.items() if file == STDOUT]
    if len(to_stdout) > 1:
        raise typer.BadParameter(f"{' and '.join(to_stdout)} cannot both go to stdout")
    for file in files.values():
        if file and file != STDOUT and not Path(file).absolute().parent.is_dir():
            raise FileError(f"cannot write {file}: there is no such folder")


def check_picture(file: str, suffixes: Sequence[str] = PICTURES) -> None:
    """Refuse a file that no picture can be written to, before anything is computed."""
    if Path(file).suffix.lower() not in suffixes:
        known = ", ".join(suffixes[:-1]) + f" or {suffixes[-1]}"
        raise typer.BadParameter(f"the name of the file must end in {known}, not {file!r}")
    check_files({"out": file}, json=False)


def write_files(files: Files, forms: Mapping[str, Callable[[], str]]) -> None:
    """Write the files that are wanted, each in its form."""
    for name, file in files.items():
        if file:
            write_lines(file, [forms[name]()])
            if file != STDOUT:
                remark(f"wrote {file}")


def write_lines(file: str, lines: Iterable[str]) -> None:
    """Write lines to a file, whole or not at all, or to stdout."""
    if file == STDOUT:
        write(lines)
        return
    from jeopardice.files import write_whole

    write_whole(file, lambda open_file: open_file.writelines(line.encode() for line in lines))
