"""Reading the rounds of an archive: tables, seats, forms and substitutes."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.cells import is_integer
from scoring.game import Document, Game
from scoring.pairs import partners_after, partners_changed
from scoring.problems import Invalid
from scoring.seats import size_problems
from wk.archive.archive import ArchivedPlayer, ArchivedRound, ArchivedSubstitute, ArchivedTable
from wk.archive.jsontext import MOST_NUMBER as MOST_TABLE
from wk.archive.places import TOURNAMENT, Place, round_place, substitute_place, table_place
from wk.archive.problems import Findings
from wk.archive.values import Values, longest
from wk.tournament.models import MOST_DEALS, Substitute


class RoundReader:
    """The reader of the rounds of one archive. It notes each problem in `findings`.

    - `rules`: the game with its options, None if they are invalid; then no form is checked.
    - `players`: the players of the archive by start number, None if it has no list of them; then
      unknown players are no problem of their own.
    """

    def __init__(
        self,
        findings: Findings,
        rules: Game | None,
        players: Mapping[int, ArchivedPlayer] | None,
    ) -> None:
        self.findings = findings
        self.rules = rules
        self.players = players

    def rounds(self, raw: list[Any], round_count: int) -> tuple[ArchivedRound, ...]:
        """Return the rounds of a list of raw values; `round_count` is that of the tournament."""
        if len(raw) > round_count:
            self.findings.add("TOO_MANY_ROUNDS", TOURNAMENT, rounds=round_count, found=len(raw))
        rounds = tuple(self._round(one, index) for index, one in enumerate(raw))
        if self.rules and self.rules.partners == "fixed":
            self._check_partners(rounds)
        return rounds

    def _check_partners(self, rounds: Sequence[ArchivedRound]) -> None:
        """Note each player whose partner changed although the earlier one plays in the round."""
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
        """Return the round at an index of the list, with its tables sorted by number."""
        place = round_place(index)
        values = Values(
            raw, ("number", "tables"), name="round", place=place, findings=self.findings
        )
        number = values.raw.get("number", index + 1)
        # In Python True == 1 and 1.0 == 1, so the type is checked too.
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
        """Return the game as these tables play it (W-14); tables of a wrong size do not count."""
        if self.rules is None:
            return None
        seats = [table.get("seats") for table in tables if isinstance(table, dict)]
        sizes = {len(players) for players in seats if isinstance(players, list)}
        right = sizes.intersection(self.rules.table_sizes)
        return self.rules.for_tables(right) if right else self.rules

    def _table(
        self, raw: object, place: Place, round: int, seated: set[int], rules: Game | None
    ) -> ArchivedTable:
        """Return a table. `seated`: the players seated in the round so far; those here are added.

        Its form is read only if its size is allowed: otherwise every deal would be a problem.
        """
        values = Values(
            raw,
            ("number", "seats"),
            name="table",
            place=place,
            findings=self.findings,
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
        """Return a substitute (A17). `seats` and `most_deals` are the greatest valid numbers."""
        place = substitute_place(table, raw)
        values = Values(
            raw,
            ("seat", "name"),
            name="substitutes",
            place=place,
            findings=self.findings,
            optional=("from_deal",),
        )
        return ArchivedSubstitute(
            seat=values.integer("seat", 1, seats) or 0,
            name=values.text("name", longest(Substitute, "name")),
            from_deal=values.integer("from_deal", 1, most_deals),
        )

    def _check_seat(self, player: object, place: Place, round: int, seated: set[int]) -> None:
        """Note a problem of the player in a seat, and add the player to `seated`."""
        if not isinstance(player, int) or isinstance(player, bool):
            self.findings.add("NOT_AN_INTEGER", place, key="seats")
            return
        known = (self.players or {}).get(player)
        if known is None and self.players is not None:
            self.findings.add("UNKNOWN_PLAYER", place, number=player)
        elif player in seated:
            self.findings.add("PLAYER_TWICE", place, number=player)
        elif known and known.withdrawn_after is not None and known.withdrawn_after < round:
            after = known.withdrawn_after
            self.findings.add("SEATED_AFTER_WITHDRAWAL", place, number=player, after=after)
        seated.add(player)

    def _form(self, raw: object, place: Place, rules: Game, seats: int) -> Document | None:
        """Return the form of a table, None if there is none or it has problems."""
        if raw is None:
            return None
        try:
            return rules.normal(raw, seats)
        except Invalid as error:
            self.findings.add_all(error.problems, place)
        return None
