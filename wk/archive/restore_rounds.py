"""Restoring rounds: the rounds of a tournament become those of an archive.

A round, table or form that is equal already stays, with everything that an archive does not hold:
draw numbers, changes by hand, clocks, withheld results, phones, photos, drafts and all versions of
forms. A form that differs gets a new version. A form that is not in the archive no longer counts.
"""

from collections.abc import Collection, Mapping

from scoring.game import Document
from wk.archive.archive import ArchivedRound
from wk.archive.restore_context import RestoreContext
from wk.archive.restore_seats import reseat
from wk.archive.restore_substitutes import relink_substitutions, restore_substitutes
from wk.archive.restore_versions import restore_versions, uncount_tables
from wk.auditlog.models import AuditLogEntry
from wk.scoreforms.counting import import_forms
from wk.scoreforms.models import Draft
from wk.tournament.models import BEGUN, Entry, Round, Substitute, Table, Tournament
from wk.tournament.round_states import is_by_standings
from wk.tournament.seating import seat_round

NO_CLOCK = {"started_at": None, "minutes": None, "paused_at": None}


def restore_rounds(
    context: RestoreContext, *, before: tuple[ArchivedRound, ...], rounds: tuple[ArchivedRound, ...]
) -> None:
    """Make `rounds` the rounds of a tournament; `before` are its present public rounds."""
    existing = {round.number: round for round in context.tournament.rounds.all()}
    forms_before = {round.number: round for round in before}
    _return_to_draw(context, [existing[n] for n in sorted(existing) if n > len(rounds)])
    for archived in rounds:
        if archived.number in existing:
            _restore_round(
                context, existing[archived.number], forms_before.get(archived.number), archived
            )
        else:
            state = context.states[archived.number]
            forms = store_new_round(context.tournament, archived, context.entries, state)
            import_forms(forms=forms, now=context.now)
    # What was withheld of a changed round before stays withheld.
    shown = context.tournament.rounds.filter(withheld=Round.Withheld.NOTHING)
    for number in (round.number for round in rounds if round not in before):
        shown.filter(number=number).update(withheld=_last_withheld(context, number))
    # Only the last round can withhold just its first ten (`withhold` of hall); an earlier one
    # withholds all.
    last = context.tournament.rounds.filter(number=context.tournament.round_count)
    earlier = context.tournament.rounds.filter(withheld=Round.Withheld.TOP).exclude(pk__in=last)
    earlier.update(withheld=Round.Withheld.ALL)
    _hide_revealing_rounds(context, forms_before.keys())
    relink_substitutions(context)


def store_new_round(
    tournament: Tournament,
    archived: ArchivedRound,
    entries: Mapping[int, Entry],
    state: Round.State,
) -> list[tuple[Table, Document]]:
    """Store a new round with its tables, seats and substitutes.

    Return its forms, each with its table: the caller stores them, for all rounds at once.
    """
    made = seat_round(
        tournament=tournament,
        number=archived.number,
        tables={t.number: [entries[n] for n in t.seats] for t in archived.tables},
        state=state,
    )
    restore_substitutes(made, archived)
    tables = {table.number: table for table in made.tables.all()}
    return [(tables[t.number], t.form) for t in archived.tables if t.form]


def _return_to_draw(context: RestoreContext, others: list[Round]) -> None:
    """Set rounds that are not in the archive back to DRAWN; they keep their seats.

    A round is deleted, with all rounds after it, if its number is beyond the last round, if the
    rules change, or if one of its players is removed.
    """
    for place, round in enumerate(others):
        seated = set(round.seats.values_list("entry", flat=True))
        is_over = round.number > context.tournament.round_count or not context.same_rules
        if is_over or seated.intersection(context.removed):
            context.tournament.rounds.filter(pk__in=[each.pk for each in others[place:]]).delete()
            return
        if round.state == Round.State.DRAWN:
            continue
        Draft.objects.filter(form__table__round=round).delete()
        uncount_tables(context, round, [*round.tables.values_list("number", flat=True)])
        Substitute.objects.filter(seat__round=round).delete()
        round.tables.update(extra_minutes=0)
        Round.objects.filter(pk=round.pk).update(state=Round.State.DRAWN, **NO_CLOCK)


def _last_withheld(context: RestoreContext, number: int) -> str:
    """Return what was withheld of a round according to the log.

    The round may have been deleted since. Restoring it must not publish its results.
    """
    noted = context.tournament.log_entries.filter(kind=AuditLogEntry.Kind.STATE, about=str(number))
    last = noted.filter(payload__has_key="withheld_to").order_by("pk").last()
    return str(last.payload["withheld_to"]) if last else str(Round.Withheld.NOTHING)


def _hide_revealing_rounds(context: RestoreContext, public: Collection[int]) -> None:
    """Set confirmed rounds back to DRAWN if their public seats would reveal withheld results.

    These are rounds by the standings after a withheld round. `public`: the numbers of the rounds
    that were public before; those keep their state.
    """
    held_back = context.tournament.rounds.exclude(withheld=Round.Withheld.NOTHING)
    first = held_back.order_by("number").first()
    for round in context.tournament.rounds.filter(state=Round.State.CONFIRMED).exclude(
        number__in=public
    ):
        if (
            first
            and first.number < round.number
            and is_by_standings(context.tournament, round.number)
        ):
            Round.objects.filter(pk=round.pk).update(state=Round.State.DRAWN)


def _restore_round(
    context: RestoreContext, round: Round, before: ArchivedRound | None, archived: ArchivedRound
) -> None:
    """Make an existing round equal to the one in the archive; `before` is its present content."""
    wanted = {table.number: [context.entries[n] for n in table.seats] for table in archived.tables}
    moved = reseat(context, round, wanted)
    # Read again: `reseat` has changed the row, and the sizes of its tables are cached.
    fresh = Round.objects.select_related("tournament").get(pk=round.pk)
    restore_substitutes(fresh, archived)
    forms_before = {} if before is None else {table.number: table.form for table in before.tables}
    restore_versions(context, fresh, archived.tables, forms_before, moved)
    fresh.state = context.states[archived.number]
    fresh.save(update_fields=["state"])
    if fresh.state not in BEGUN:
        Round.objects.filter(pk=fresh.pk).update(**NO_CLOCK)
