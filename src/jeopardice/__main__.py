"""`python -m jeopardice`: the command line."""

import sys

from jeopardice.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
