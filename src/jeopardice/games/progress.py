"""Progress is told as the share that is done, from 0 to 1, and never falls; of work in parts, each tells its own."""

from jeopardice.spread import Progress


def part(progress: Progress, begin: float, end: float) -> Progress:
    """What tells of a part of the work, which lies between two shares of the whole."""
    return None if progress is None else lambda share: progress(begin + share * (end - begin))


def part_of_many(progress: Progress, number: int) -> Progress:
    """The same where nobody knows how many parts there will be: each is taken for half of what is left."""
    return part(progress, 1.0 - 0.5**number, 1.0 - 0.5 ** (number + 1))


def rising(progress: Progress) -> Progress:
    """What tells only of more than has been told before."""
    if progress is None:
        return None
    most = 0.0

    def tell(share: float) -> None:
        nonlocal most
        most = max(most, min(share, 1.0))
        progress(most)

    return tell
