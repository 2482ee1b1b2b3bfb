"""python manage.py draw SLUG: draw the next round or all rounds, as the page of the rounds does."""

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wk.auditlog.seat_changes import as_drawn
from wk.core.refusals import ActionRefused
from wk.rounds.draw_quality import DrawOutcome, outcome, quality_in_words
from wk.rounds.draws import draw_service
from wk.rounds.draws.forms import ThrowAwayForm
from wk.rounds.draws.queries import next_number, standings_round_notice
from wk.rounds.verifying import seats_again, seats_by_key
from wk.tournament.models import Round, Tournament
from wk.tournament.queries import seatings, tables_with_seats


@dataclass(frozen=True, slots=True)
class Report:
    """The rounds that were drawn, and the result of all draws.

    `is_stored` is False for a dry run.
    """

    slug: str
    is_stored: bool
    rounds: Sequence[Round]
    outcome: DrawOutcome

    @property
    def seed(self) -> int:
        """Return the draw number that gives these rounds again."""
        return self.rounds[0].seed or 0


def as_text(report: Report) -> str:
    """Return the draw number, the tables and the quality of the draw as text for people."""
    lines = [_("Draw number %(seed)d") % {"seed": report.seed}]
    for round in report.rounds:
        lines += ["", _("Round %(number)d") % {"number": round.number}]
        for table in tables_with_seats(round):
            seats = ", ".join(str(seat.entry) for seat in table.seats.all())
            lines.append(f"{table.number:>5}  {seats}")
    lines += ["", quality_in_words(report.outcome.quality)]
    for each in report.outcome.violations:
        lines.append(_("Round %(number)d: %(text)s") % {"number": each.round, "text": each.text})
    for evaluated in report.outcome.evaluation.rounds:
        if count := len(evaluated.seats_again):
            text = ngettext(
                "%(count)d player has a seat that he had before.",
                "%(count)d players have a seat that they had before.",
                count,
            )
            text %= {"count": count}
            lines.append(
                _("Round %(number)d: %(text)s") % {"number": evaluated.number, "text": text}
            )
    if waits := standings_round_notice(report.rounds[-1]):
        lines.append(waits)
    if not report.is_stored:
        lines.append(_("Nothing has been stored."))
    return "\n".join(lines) + "\n"


def as_json(report: Report) -> str:
    """Return the rounds and their quality as one JSON document.

    Scripts outside of wk read this document: its keys stay as they are.
    """
    rounds = [
        {
            "number": round.number,
            "seed": round.seed,
            "tables": [
                {"number": table.number, "seats": [s.entry.number for s in table.seats.all()]}
                for table in tables_with_seats(round)
            ],
        }
        for round in report.rounds
    ]
    quality, evaluated = report.outcome.quality, report.outcome.evaluation.rounds
    document = {
        "tournament": report.slug,
        "seed": report.seed,
        "stored": report.is_stored,
        "rounds": rounds,
        "repeat_meetings": {
            "reached": quality.repeat_meetings,
            "least": quality.least_repeat_meetings,
        },
        "extra_sittings": {
            "reached": quality.extra_sittings,
            "least": quality.least_extra_sittings,
        },
        "seats_again": sum(len(each.seats_again) for each in evaluated),
        "not_kept": [
            {"round": each.round, "must": each.is_hard, "text": each.text}
            for each in report.outcome.violations
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


FORMATS = {"table": as_text, "json": as_json}


class Command(BaseCommand):
    """Draws rounds of a tournament and writes them to standard output, in UTF-8."""

    help = "Draws the next round of a tournament, or all rounds at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the last part of the tournament's web address")
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--round", type=int, metavar="N", help="the next round, or one drawn and not confirmed"
        )
        which.add_argument("--all", action="store_true", help="all rounds that are still to come")
        parser.add_argument(
            "--seed", type=int, metavar="S", help="the draw number, for the same draw"
        )
        parser.add_argument("--dry-run", action="store_true", help="show it and store nothing")
        parser.add_argument(
            "--again",
            action="store_true",
            help="make the draw that round N has again, from what the log keeps of it",
        )
        parser.add_argument(
            "--reason",
            default="",
            metavar="WHY",
            help="why the draw that round N has is thrown away, for the log",
        )
        parser.add_argument("--format", choices=FORMATS, default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % {"slug": options["slug"]})
        if options["again"]:
            self.stdout.write(drawn_again(tournament, options["round"]))
            return
        seed = draw_service.new_seed() if options["seed"] is None else options["seed"]
        if not 0 <= seed <= draw_service.MOST_SEED:
            text = _("A draw number is a number from 0 to %(most)d.")
            raise CommandError(text % {"most": draw_service.MOST_SEED})
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        # A dry run draws and stores as usual, and then undoes the transaction: so it shows exactly
        # the draw that would be stored.
        is_stored = not options["dry_run"]
        try:
            with transaction.atomic():
                rounds = drawn(
                    tournament,
                    options["round"],
                    is_all=options["all"],
                    seed=seed,
                    reason=options["reason"],
                    is_stored=is_stored,
                )
                written = FORMATS[options["format"]](report(tournament, rounds, is_stored))
                transaction.set_rollback(not is_stored)
        except ActionRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(written, ending="")


def drawn(
    tournament: Tournament,
    number: int | None,
    *,
    is_all: bool,
    seed: int,
    reason: str,
    is_stored: bool,
) -> Sequence[Round]:
    """Draw one round, or with `is_all` all rounds to come; return the rounds that were drawn.

    A round `number` that is drawn already is drawn again, with the rounds after it; that takes a
    reason if it `is_stored`, as on the page. Raises ActionRefused without one, if `number` is not
    the next round to draw, and as the services do.
    """
    following = next_number(tournament)
    if is_all:
        return draw_service.draw_all_rounds(tournament=tournament, seed=seed)
    there = tournament.rounds.filter(number=number).first() if number is not None else None
    if there:
        is_thrown_away = is_stored and there.state == Round.State.DRAWN
        if is_thrown_away and not ThrowAwayForm({"reason": reason}).is_valid():
            raise ActionRefused(
                _("Round %(number)d has a draw. Say with --reason why it is thrown away.")
                % {"number": there.number}
            )
        draw_service.redraw_round(round=there, seed=seed, reason=reason)
        return list(tournament.rounds.filter(number__gte=there.number))
    if number not in (None, following) and following <= tournament.round_count:
        raise ActionRefused(_("Round %(number)d is the next to be drawn.") % {"number": following})
    return [draw_service.draw_round(tournament=tournament, seed=seed)]


def drawn_again(tournament: Tournament, number: int | None) -> str:
    """Return the seats of a round as its draw gives them again, and whether they are those stored.

    Raises CommandError for a round without a draw of which the log keeps what was asked, and if
    the seats differ.
    """
    round = tournament.rounds.filter(number=number).first() if number is not None else None
    again = seats_again(round) if round else None
    if round is None or again is None:
        raise CommandError(_("The log does not have what was asked of the draw of that round."))
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    lines = [
        f"{table:>5} {seat:>2}  {entries.get(key, '–')}"
        for key, (table, seat) in sorted(again.items(), key=lambda each: each[1])
    ]
    before = as_drawn(round)
    if before is None:
        lines.append(_("A newcomer has a seat in this round, so these seats cannot be compared."))
    elif seats_by_key(before) != again:
        raise CommandError(
            _("The seats of round %(number)d are not those of draw number %(seed)s.")
            % {"number": round.number, "seed": round.seed}
        )
    else:
        lines.append(_("These are the seats that were drawn."))
    return "\n".join(lines)


def report(tournament: Tournament, rounds: Sequence[Round], is_stored: bool) -> Report:
    """Return the report on rounds that have just been drawn."""
    tables = seatings(tournament, before=rounds[-1].number + 1)
    return Report(tournament.slug, is_stored, rounds, outcome(tournament, tables, len(rounds)))
