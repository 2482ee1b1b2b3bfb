"""Checks of the players on one form, or at one table of an archive."""

from collections.abc import Collection, Sequence

from scoring.problems import COMMON_MESSAGES, Problem, ProblemList


def size_problems(seats: int, sizes: Sequence[int]) -> tuple[Problem, ...]:
    """Return one TABLE_SIZE if the game allows no table of so many seats, else nothing."""
    problems = ProblemList(COMMON_MESSAGES)
    if seats not in sizes:
        allowed = ", ".join(str(size) for size in sorted(sizes))
        problems.add("TABLE_SIZE", seats=seats, sizes=allowed)
    return tuple(problems.found)


def player_problems(players: Sequence[int], known: Collection[int]) -> tuple[Problem, ...]:
    """Return the problems of the start numbers in the seats of a table, in seat order.

    `known` are the start numbers of the tournament. A number outside of it gives UNKNOWN_PLAYER, a
    number that also has an earlier seat PLAYER_TWICE.
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
    """Return the problems of the start numbers `written` on a form, in seat order.

    They are those of `player_problems`. Numbers without such a problem that differ from those
    `seated` at the table give one PLAYERS_NOT_AS_SEATED.
    """
    problems = player_problems(written, known)
    if not problems and tuple(written) != tuple(seated):
        return tuple(ProblemList(COMMON_MESSAGES).add("PLAYERS_NOT_AS_SEATED").found)
    return problems
