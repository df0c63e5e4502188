"""The command `jeopardice`, and `python -m jeopardice`; Ctrl-C ends it without a traceback from its imports on."""

import os
import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line; -> the exit code. What is interrupted does not wait for what is still under way."""
    try:
        from jeopardice.cli.main import main as command

        code = command()
        if code == INTERRUPTED:
            os._exit(code)  # all is said, and flushed; threads that feed workers may never come to an end
        return code
    except KeyboardInterrupt:
        os.write(2, b"jeopardice: interrupted\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
