"""The command `jeopardice`, and `python -m jeopardice`; Ctrl-C ends it without a traceback from its imports on."""

import os
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line; -> the exit code."""
    try:
        from jeopardice.cli.main import main as command

        return command()
    except KeyboardInterrupt:
        os.write(2, b"jeopardice: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
