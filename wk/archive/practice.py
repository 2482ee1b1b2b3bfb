"""The practice tournament: invented from a seed, and valid in every deal."""

import datetime as dt
from random import Random

from scoring.game import Game
from scoring.registry import DEFAULT, game
from scoring.tables import split
from wk.archive.archive import Archive, ArchivedPlayer, ArchivedRound, ArchivedTable
from wk.archive.names import people
from wk.archive.reader import read
from wk.archive.writer import write
from wk.draw import DrawRequest, draw
from wk.tournament.practice_slugs import practice_slug

DATE = dt.date(2026, 11, 21)  # fixed: the same command always gives the same archive
NAME = "Oefentoernooi"
VENUE = "Café De Wagenmaker"
SEED = 19
PLAYERS = 100
PLAYERS_OF_OTHERS = 24  # fills tables of 3, of 4, of 6 or of 8, and tables of 5 and 4 together
ROUNDS = 3


def practice_players(key: str) -> int:
    """Return the default number of players for the game with this key."""
    return PLAYERS if key == DEFAULT else PLAYERS_OF_OTHERS


def practice_archive(
    *,
    date: dt.date,
    key: str = DEFAULT,
    slug: str = "",
    players: int | None = None,
    seed: int = SEED,
) -> Archive:
    """Return a championship of three rounds: two played, the third with half of its forms.

    `key` is that of the game. The same arguments always give the same archive. Raises
    scoring.tables.CannotSplit if the players cannot be divided over tables, ValueError if there are
    more players than names, and ArchiveInvalid for an invalid slug.
    """
    random = Random(seed)
    rules = game(key)
    count = practice_players(key) if players is None else players
    entered = tuple(
        ArchivedPlayer(number, name, club)
        for number, (name, club) in enumerate(people(count, random), 1)
    )
    made = Archive(
        slug=slug or practice_slug(key),
        name=NAME if key == DEFAULT else f"{NAME} {rules.name.nl}",
        date=date,
        venue=VENUE,
        game=key,
        round_count=ROUNDS,
        players=entered,
        rounds=_rounds(rules, count, random),
    )
    # Through the reader: it checks the slug, and every form.
    return read(write(made))


def _rounds(rules: Game, players: int, random: Random) -> tuple[ArchivedRound, ...]:
    """Return three drawn rounds; the first half of the tables of the last one have a form."""
    sizes = split(players, rules.table_sizes)
    as_played = rules.for_tables(sizes)
    seated: list[tuple[tuple[int, ...], ...]] = []
    for _round in range(ROUNDS):
        seed = random.randrange(2**32)
        request = DrawRequest(
            range(1, players + 1), sizes, [seed], earlier=seated, partners=rules.partners
        )
        seated.append(draw(request).rounds[0].tables)
    return tuple(
        ArchivedRound(
            number,
            tuple(
                ArchivedTable(
                    table,
                    seats,
                    as_played.practice(len(seats), random)
                    if number < ROUNDS or table <= len(tables) // 2
                    else None,
                )
                for table, seats in enumerate(tables, 1)
            ),
        )
        for number, tables in enumerate(seated, 1)
    )
