"""Checks on the players of one form, or of one table of an archive."""

from collections.abc import Collection, Sequence

from scoring.problems import COMMON_MESSAGES, Problem, ProblemList


def size_problems(seats: int, sizes: Sequence[int]) -> tuple[Problem, ...]:
    """Return TABLE_SIZE where a table has a number of players that the game does not allow."""
    problems = ProblemList(COMMON_MESSAGES)
    if seats not in sizes:
        allowed = ", ".join(str(size) for size in sorted(sizes))
        problems.add("TABLE_SIZE", seats=seats, sizes=allowed)
    return tuple(problems.found)


def player_problems(players: Sequence[int], known: Collection[int]) -> tuple[Problem, ...]:
    """Return what is wrong with the start numbers in the seats of a table, in seat order.

    UNKNOWN_PLAYER for a number that is not in the tournament, PLAYER_TWICE for a number that also
    has an earlier seat.
    """
    problems = ProblemList(COMMON_MESSAGES)
    for seat, number in enumerate(players, 1):
        if number not in known:
            problems.add("UNKNOWN_PLAYER", seat=seat, number=number)
        elif number in players[: seat - 1]:
            problems.add("PLAYER_TWICE", seat=seat, number=number)
    return tuple(problems.found)


def form_player_problems(
    written: Sequence[int], seated: Sequence[int], known: Collection[int]
) -> tuple[Problem, ...]:
    """Return what is wrong with the start numbers on a form, in seat order.

    PLAYERS_NOT_AS_SEATED where they are otherwise right, but differ from those `seated` at its
    table; else as `player_problems`.
    """
    problems = player_problems(written, known)
    if not problems and tuple(written) != tuple(seated):
        return tuple(ProblemList(COMMON_MESSAGES).add("PLAYERS_NOT_AS_SEATED").found)
    return problems
