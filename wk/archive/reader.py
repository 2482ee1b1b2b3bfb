"""Reading an archive of unknown origin: every value is checked.

Reading does not stop at the first problem, so that the author of a file can mend all at once.
"""

import datetime as dt
import re
from collections.abc import Collection, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db.models import CharField

from scoring.cells import is_integer
from scoring.game import Document, Game
from scoring.pairs import partners_after, partners_changed
from scoring.problems import Invalid
from scoring.registry import UnknownGame, game
from scoring.seats import size_problems
from wk.archive.archive import (
    FORMAT,
    VERSION,
    Archive,
    ArchivedPlayer,
    ArchivedRound,
    ArchivedSubstitute,
    ArchivedTable,
)
from wk.archive.jsontext import MOST_NUMBER as MOST_TABLE
from wk.archive.jsontext import parse
from wk.archive.places import (
    FILE,
    TOURNAMENT,
    Place,
    player_place,
    round_place,
    substitute_place,
    table_place,
)
from wk.archive.problems import Findings, quoted
from wk.archive.values import Values
from wk.tournament.models import (
    MOST_DEALS,
    MOST_NUMBER,
    MOST_ROUNDS,
    Entry,
    Substitute,
    Tournament,
)

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
    """The reader of one archive. It notes each problem, and puts a harmless value in its place."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.rules: Game | None = None
        self.players: dict[int, ArchivedPlayer] = {}
        self.knows_players = True

    def archive(self, raw: object) -> Archive:
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
        known = keys if "tournament" in root.raw else ()
        facts = self._values(
            root.raw.get("tournament", {}), known, name="tournament", place=TOURNAMENT
        )
        round_count = facts.integer("rounds", 1, MOST_ROUNDS) or MOST_ROUNDS
        self.rules = self._rules(facts)
        self.knows_players = isinstance(root.raw.get("players"), list)
        players = self._players(root.items("players"), round_count)
        return Archive(
            slug=self._slug(facts),
            name=facts.text("name", _longest(Tournament, "name")),
            date=self._date(facts),
            venue=facts.text("venue", _longest(Tournament, "venue"), may_be_empty=True),
            game=facts.raw.get("game", ""),
            options=self.rules.options if self.rules else {},
            round_count=round_count,
            players=players,
            rounds=self._rounds(root.items("rounds"), round_count),
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

    def _slug(self, facts: Values) -> str:
        slug = facts.text("slug", _longest(Tournament, "slug"))
        try:
            if slug.strip():
                validate_slug(slug)
        except ValidationError:
            self.findings.add("SLUG_INVALID", TOURNAMENT)
        return slug

    def _date(self, facts: Values) -> dt.date:
        written = facts.raw.get("date")
        if "date" in facts.raw:
            try:
                if isinstance(written, str) and DAY.fullmatch(written):
                    return dt.date.fromisoformat(written)
            except ValueError:
                pass  # 31 February
            self.findings.add("DATE_INVALID", TOURNAMENT)
        return dt.date.min

    def _rules(self, facts: Values) -> Game | None:
        """Return the game with its options, None if they are invalid and forms cannot be judged."""
        key, options = facts.raw.get("game"), facts.raw.get("options", {})
        if not isinstance(options, dict):
            self.findings.add("NOT_AN_OBJECT", TOURNAMENT, key="options")
            options = {}
        if not isinstance(key, str):
            facts.text("game", 0)  # notes what is wrong
            return None
        try:
            return game(key, options)
        except UnknownGame:
            self.findings.add("UNKNOWN_GAME", TOURNAMENT, game=quoted(key))
        except Invalid as error:
            self.findings.add_all(error.problems, TOURNAMENT)
        return None

    def _players(self, raw: list[Any], most_rounds: int) -> tuple[ArchivedPlayer, ...]:
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
            name=values.text("name", _longest(Entry, "name")),
            club=values.text("club", _longest(Entry, "club"), may_be_empty=True),
            withdrawn_after=(
                None if left is None else values.integer("withdrawn_after", 0, most_rounds)
            ),
        )
        if player.number in self.players:
            self.findings.add("START_NUMBER_TWICE", place, number=player.number)
        elif player.number:
            self.players[player.number] = player
        return player

    def _rounds(self, raw: list[Any], round_count: int) -> tuple[ArchivedRound, ...]:
        if len(raw) > round_count:
            self.findings.add("TOO_MANY_ROUNDS", TOURNAMENT, rounds=round_count, found=len(raw))
        rounds = tuple(self._round(one, index) for index, one in enumerate(raw))
        if self.rules and self.rules.partners == "fixed":
            self._check_partners(rounds)
        return rounds

    def _check_partners(self, rounds: Sequence[ArchivedRound]) -> None:
        """Note each player with another partner although the earlier one sits in the same round."""
        seated: list[list[tuple[int, ...]]] = []
        for round in rounds:
            tables = {
                table.number: table.seats
                for table in round.tables
                if all(map(is_integer, table.seats))
            }
            changed = partners_changed(list(tables.values()), partners_after(seated))
            for number, seats in tables.items():
                for seat, player in enumerate(seats, 1):
                    if player in changed:
                        at = round_place(round.number - 1).at("table", number).at("seat", seat)
                        self.findings.add("PARTNERS_CHANGED", at, number=player)
            seated.append(list(tables.values()))

    def _round(self, raw: object, index: int) -> ArchivedRound:
        place = round_place(index)
        values = self._values(raw, ("number", "tables"), name="round", place=place)
        number = values.raw.get("number", index + 1)
        if number != index + 1 or not isinstance(number, int) or isinstance(number, bool):
            self.findings.add("ROUND_NOT_IN_ORDER", place, right=index + 1)
        written = values.items("tables")
        if not written and values.raw.get("tables") == []:
            self.findings.add("NO_TABLES", place)
        rules = self._rules_for(written)
        seated: set[int] = set()
        tables: dict[int, ArchivedTable] = {}
        for position, one in enumerate(written):
            at = table_place(place, one, position)
            table = self._table(one, at, index + 1, seated, rules)
            if table.number in tables:
                self.findings.add("TABLE_TWICE", at, number=table.number)
            elif table.number:
                tables[table.number] = table
        return ArchivedRound(index + 1, tuple(tables[n] for n in sorted(tables)))

    def _rules_for(self, tables: list[Any]) -> Game | None:
        """Return the game as these tables play it (W-14), without tables of a wrong size."""
        if self.rules is None:
            return None
        seats = [table.get("seats") for table in tables if isinstance(table, dict)]
        sizes = {len(players) for players in seats if isinstance(players, list)}
        right = sizes.intersection(self.rules.table_sizes)
        return self.rules.for_tables(right) if right else self.rules

    def _table(
        self, raw: object, place: Place, round: int, seated: set[int], rules: Game | None
    ) -> ArchivedTable:
        values = self._values(
            raw,
            ("number", "seats"),
            name="table",
            place=place,
            optional=("substitutes", "form"),
        )
        number = values.integer("number", 1, MOST_TABLE) or 0
        players = values.items("seats")
        for seat, player in enumerate(players, 1):
            self._check_seat(player, place.at("seat", seat), round, seated)
        form: Document | None = None
        written_substitutes = values.items("substitutes")
        most_deals = MOST_DEALS
        if self.rules and rules and isinstance(values.raw.get("seats"), list):
            wrong_size = size_problems(len(players), self.rules.table_sizes)
            self.findings.add_all(wrong_size, place)
            if not wrong_size:
                form = self._form(values.raw.get("form"), place, rules, len(players))
                if written_substitutes:
                    most_deals = rules.progress({}, len(players)).deals or MOST_DEALS
        substitutes = [
            self._substitute(one, place, len(players), most_deals) for one in written_substitutes
        ]
        substitutes.sort(key=lambda each: each.order)
        return ArchivedTable(number, tuple(players), form, tuple(substitutes))

    def _substitute(
        self, raw: object, table: Place, seats: int, most_deals: int
    ) -> ArchivedSubstitute:
        """Return the substitute in a seat (A17)."""
        place = substitute_place(table, raw)
        values = self._values(
            raw, ("seat", "name"), name="substitutes", place=place, optional=("from_deal",)
        )
        return ArchivedSubstitute(
            seat=values.integer("seat", 1, seats) or 0,
            name=values.text("name", _longest(Substitute, "name")),
            from_deal=values.integer("from_deal", 1, most_deals),
        )

    def _check_seat(self, player: object, place: Place, round: int, seated: set[int]) -> None:
        """Note a problem of the player in a seat; `seated`: the players in the round so far."""
        if not isinstance(player, int) or isinstance(player, bool):
            self.findings.add("NOT_AN_INTEGER", place, key="seats")
            return
        known = self.players.get(player)
        if known is None and self.knows_players:
            self.findings.add("UNKNOWN_PLAYER", place, number=player)
        elif player in seated:
            self.findings.add("PLAYER_TWICE", place, number=player)
        elif known and known.withdrawn_after is not None and known.withdrawn_after < round:
            after = known.withdrawn_after
            self.findings.add("SEATED_AFTER_WITHDRAWAL", place, number=player, after=after)
        seated.add(player)

    def _form(self, raw: object, place: Place, rules: Game, seats: int) -> Document | None:
        """Return a complete form, None if the table has not handed one in."""
        if raw is None:
            return None
        try:
            return rules.normal(raw, seats)
        except Invalid as error:
            self.findings.add_all(error.problems, place)
        return None


def _longest(model: type[Entry | Substitute | Tournament], name: str) -> int:
    """Return the greatest length of a text field of a model."""
    field = model._meta.get_field(name)
    assert isinstance(field, CharField)
    assert field.max_length
    return field.max_length
