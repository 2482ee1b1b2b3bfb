"""The practice tournament: made up from a seed, the same each time, and legal to the last card."""

import datetime as dt
from random import Random

from scoring.game import Game
from scoring.registry import DEFAULT, game
from scoring.tables import split
from wk.archive.archive import Archive, ArchivedPlayer, ArchivedRound, ArchivedTable
from wk.archive.names import people
from wk.archive.reader import read
from wk.archive.writer import write
from wk.tournament.seating import draw

DATE = dt.date(2026, 11, 21)  # fixed, as everything in it is
SLUG = "oefen"
NAME = "Oefentoernooi"
VENUE = "Café De Wagenmaker"
SEED = 19
PLAYERS = 100
ROUNDS = 3


def practice_archive(
    *, date: dt.date, slug: str = SLUG, players: int = PLAYERS, seed: int = SEED
) -> Archive:
    """Return a championship of three rounds: two played, the third with half of its forms in.

    The same seed, players, slug and date give the same archive; it has been read as any file is.
    Raises scoring.tables.CannotSplit when so many players fill no tables, ValueError when there
    are not so many names, and ArchiveInvalid for a slug that is none.
    """
    random = Random(seed)
    rules = game(DEFAULT)
    entered = tuple(
        ArchivedPlayer(number, name, club)
        for number, (name, club) in enumerate(people(players, random), 1)
    )
    made = Archive(
        slug=slug,
        name=NAME,
        date=date,
        venue=VENUE,
        game=DEFAULT,
        round_count=ROUNDS,
        players=entered,
        rounds=_rounds(rules, players, random),
    )
    return read(write(made))


def _rounds(rules: Game, players: int, random: Random) -> tuple[ArchivedRound, ...]:
    sizes = split(players, rules.table_sizes)
    seated: list[tuple[tuple[int, ...], ...]] = []
    for _round in range(ROUNDS):
        seed = random.randrange(2**32)
        numbers = range(1, players + 1)
        seated.append(draw(numbers, sizes=sizes, earlier=seated, seed=seed).tables)
    return tuple(
        ArchivedRound(
            number,
            tuple(
                ArchivedTable(
                    table,
                    seats,
                    rules.practice(len(seats), random)
                    if number < ROUNDS or table <= len(tables) // 2
                    else None,
                )
                for table, seats in enumerate(tables, 1)
            ),
        )
        for number, tables in enumerate(seated, 1)
    )
