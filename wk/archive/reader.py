"""Reading an archive of unknown origin: every value is checked.

Reading goes on after a problem, so that the author of a file can correct all problems at once.
"""

import datetime as dt
import re
from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from scoring.game import Game
from scoring.problems import Invalid
from scoring.registry import UnknownGame, game
from wk.archive.archive import FORMAT, VERSION, Archive, ArchivedPlayer
from wk.archive.jsontext import parse
from wk.archive.places import FILE, TOURNAMENT, Place, player_place
from wk.archive.problems import Findings, quoted
from wk.archive.round_reader import RoundReader
from wk.archive.values import Values, longest
from wk.tournament.models import MOST_NUMBER, MOST_ROUNDS, Entry, Tournament

# date.fromisoformat reads other forms as well, such as 20261121.
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def read(data: bytes) -> Archive:
    """Return the archive in the bytes of a file.

    Raises ArchiveInvalid with every problem, each with its place and code.
    """
    findings = Findings()
    archive = _Reader(findings).archive(parse(data, findings))
    findings.check()
    return archive


class _Reader:
    """The reader of one archive. It notes each problem and puts a harmless value in its place."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.rules: Game | None = None
        self.players: dict[int, ArchivedPlayer] = {}

    def archive(self, raw: object) -> Archive:
        """Return the archive of a parsed file; it is valid only if nothing was noted."""
        root = self._values(
            raw,
            ("format", "version", "tournament", "players", "rounds"),
            name="archive",
            place=FILE,
        )
        if root.raw.get("format", FORMAT) != FORMAT:
            self.findings.add("UNKNOWN_FORMAT", FILE, right=FORMAT)
        version = root.raw.get("version", VERSION)
        if version != VERSION or not isinstance(version, int) or isinstance(version, bool):
            self.findings.add("UNKNOWN_VERSION", FILE, right=VERSION)
        keys = ("slug", "name", "date", "venue", "game", "options", "rounds")
        # Without a tournament only its own key is missing, not each key in it.
        expected = keys if "tournament" in root.raw else ()
        values = self._values(
            root.raw.get("tournament", {}), expected, name="tournament", place=TOURNAMENT
        )
        round_count = values.integer("rounds", 1, MOST_ROUNDS) or MOST_ROUNDS
        self.rules = self._rules(values)
        players = self._players(root.items("players"), round_count)
        has_players = isinstance(root.raw.get("players"), list)
        rounds = RoundReader(self.findings, self.rules, self.players if has_players else None)
        return Archive(
            slug=self._slug(values),
            name=values.text("name", longest(Tournament, "name")),
            date=self._date(values),
            venue=values.text("venue", longest(Tournament, "venue"), may_be_empty=True),
            game=values.raw.get("game", ""),
            options=self.rules.options if self.rules else {},
            round_count=round_count,
            players=players,
            rounds=rounds.rounds(root.items("rounds"), round_count),
        )

    def _values(
        self,
        raw: object,
        keys: Collection[str],
        *,
        name: str,
        place: Place,
        optional: Collection[str] = (),
    ) -> Values:
        return Values(raw, keys, name=name, place=place, findings=self.findings, optional=optional)

    def _slug(self, values: Values) -> str:
        slug = values.text("slug", longest(Tournament, "slug"))
        try:
            if slug.strip():
                validate_slug(slug)
        except ValidationError:
            self.findings.add("SLUG_INVALID", TOURNAMENT)
        return slug

    def _date(self, values: Values) -> dt.date:
        written = values.raw.get("date")
        if "date" in values.raw:
            try:
                if isinstance(written, str) and DAY.fullmatch(written):
                    return dt.date.fromisoformat(written)
            except ValueError:
                pass  # a day that does not exist, such as 31 February
            self.findings.add("DATE_INVALID", TOURNAMENT)
        return dt.date.min

    def _rules(self, values: Values) -> Game | None:
        """Return the game with its options, None if they are invalid: then no form is checked."""
        key, options = values.raw.get("game"), values.raw.get("options", {})
        if not isinstance(options, dict):
            self.findings.add("NOT_AN_OBJECT", TOURNAMENT, key="options")
            options = {}
        if not isinstance(key, str):
            values.text("game", 0)  # notes the problem
            return None
        try:
            return game(key, options)
        except UnknownGame:
            self.findings.add("UNKNOWN_GAME", TOURNAMENT, game=quoted(key))
        except Invalid as error:
            self.findings.add_all(error.problems, TOURNAMENT)
        return None

    def _players(self, raw: list[Any], most_rounds: int) -> tuple[ArchivedPlayer, ...]:
        """Return the players of a list of raw values, sorted by start number."""
        players = tuple(
            self._player(one, player_place(one, index), most_rounds)
            for index, one in enumerate(raw)
        )
        return tuple(sorted(players, key=lambda player: player.number))

    def _player(self, raw: object, place: Place, most_rounds: int) -> ArchivedPlayer:
        values = self._values(
            raw, ("number", "name", "club", "withdrawn_after"), name="player", place=place
        )
        left = values.raw.get("withdrawn_after")
        player = ArchivedPlayer(
            number=values.integer("number", 1, MOST_NUMBER) or 0,
            name=values.text("name", longest(Entry, "name")),
            club=values.text("club", longest(Entry, "club"), may_be_empty=True),
            withdrawn_after=(
                None if left is None else values.integer("withdrawn_after", 0, most_rounds)
            ),
        )
        if player.number in self.players:
            self.findings.add("START_NUMBER_TWICE", place, number=player.number)
        elif player.number:
            self.players[player.number] = player
        return player
