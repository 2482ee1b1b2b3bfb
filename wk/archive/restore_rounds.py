"""Making the rounds of a tournament equal to those of an archive: seats, forms, substitutes.

Whatever is equal already stays, with all that depends on it: lot numbers and changes by hand,
clocks, what is withheld, the phones of tables, photos, drafts, and every version of a form. A form
that differs gets one more version; a form that is not in the archive counts no more.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.game import Document
from wk.accounts.models import User
from wk.archive.archive import ArchivedRound, ArchivedSubstitute, ArchivedTable
from wk.auditlog import seat_changes
from wk.auditlog.models import AuditLogEntry
from wk.scoreforms.column_mapping import players_at
from wk.scoreforms.counting import count, import_forms, uncount
from wk.scoreforms.models import Draft, ScoreForm, Version
from wk.tournament.models import BEGUN, Entry, Round, Seat, Substitute, Table, Tournament
from wk.tournament.round_states import is_by_standings
from wk.tournament.seating import after, fits, seat_round, seating

NO_CLOCK = {"started_at": None, "minutes": None, "paused_at": None}


@dataclass(frozen=True, slots=True)
class RestoreContext:
    """What is needed to change the rounds: facts of the archive and of the import.

    `entries`: the players by start number; `gone`: the keys of entries that go off the list;
    `states`: the state of each round. Without `same_rules` nothing of a table stays. `author` and
    `now` are noted in the log.
    """

    tournament: Tournament
    entries: Mapping[int, Entry]
    gone: Collection[int]
    states: Mapping[int, Round.State]
    same_rules: bool
    author: User | None
    now: datetime


def restore_rounds(
    how: RestoreContext, *, before: tuple[ArchivedRound, ...], rounds: tuple[ArchivedRound, ...]
) -> None:
    """Give a tournament these rounds; `before` are those it has now, as an archive has them."""
    there = {round.number: round for round in how.tournament.rounds.all()}
    stood = {round.number: round for round in before}
    _take_back_others(how, [there[n] for n in sorted(there) if n > len(rounds)])
    for archived in rounds:
        if archived.number in there:
            _restore_round(how, there[archived.number], stood.get(archived.number), archived)
        else:
            state = how.states[archived.number]
            forms = seat_new(how.tournament, archived, how.entries, state)
            import_forms(forms=forms, now=how.now)
    shown = how.tournament.rounds.filter(withheld=Round.Withheld.NOTHING)
    for number in (round.number for round in rounds if round not in before):
        shown.filter(number=number).update(withheld=_last_held(how, number))
    last = how.tournament.rounds.filter(number=how.tournament.round_count)
    earlier = how.tournament.rounds.filter(withheld=Round.Withheld.TOP).exclude(pk__in=last)
    earlier.update(withheld=Round.Withheld.ALL)
    _hide_what_tells(how, stood.keys())
    _note_substitutes(how)


def seat_new(
    tournament: Tournament,
    archived: ArchivedRound,
    entries: Mapping[int, Entry],
    state: Round.State,
) -> list[tuple[Table, Document]]:
    """Store a round that does not exist yet, with its tables, seats and substitutes.

    Return the forms that are still to be stored, each with its table.
    """
    made = seat_round(
        tournament=tournament,
        number=archived.number,
        tables={t.number: [entries[n] for n in t.seats] for t in archived.tables},
        state=state,
    )
    _let_play_on(made, archived)
    tables = {table.number: table for table in made.tables.all()}
    return [(tables[t.number], t.form) for t in archived.tables if t.form]


def _take_back_others(how: RestoreContext, others: list[Round]) -> None:
    """Take rounds that the archive does not have back to the state DRAWN, with the seats they have.

    The first round that cannot be drawn so, by its number, the rules or its players, is deleted
    with all after it.
    """
    for place, round in enumerate(others):
        seated = set(round.seats.values_list("entry", flat=True))
        is_over = round.number > how.tournament.round_count or not how.same_rules
        if is_over or seated.intersection(how.gone):
            how.tournament.rounds.filter(pk__in=[each.pk for each in others[place:]]).delete()
            return
        if round.state == Round.State.DRAWN:
            continue
        Draft.objects.filter(form__table__round=round).delete()
        _let_wait(how, round, [*round.tables.values_list("number", flat=True)])
        Substitute.objects.filter(seat__round=round).delete()
        round.tables.update(extra_minutes=0)
        Round.objects.filter(pk=round.pk).update(state=Round.State.DRAWN, **NO_CLOCK)


def _last_held(how: RestoreContext, number: int) -> str:
    """Return what the log last withheld of a round that had been deleted.

    So nothing that was withheld becomes public because its round comes back.
    """
    noted = how.tournament.log_entries.filter(kind=AuditLogEntry.Kind.STATE, about=str(number))
    last = noted.filter(payload__has_key="withheld_to").order_by("pk").last()
    return str(last.payload["withheld_to"]) if last else str(Round.Withheld.NOTHING)


def _hide_what_tells(how: RestoreContext, public: Collection[int]) -> None:
    """Take confirmed rounds back to DRAWN if their seats follow from standings that are withheld.

    `public`: the numbers of rounds that were public before; those stay as they are.
    """
    held_back = how.tournament.rounds.exclude(withheld=Round.Withheld.NOTHING)
    first = held_back.order_by("number").first()
    for round in how.tournament.rounds.filter(state=Round.State.CONFIRMED).exclude(
        number__in=public
    ):
        if first and first.number < round.number and is_by_standings(how.tournament, round.number):
            Round.objects.filter(pk=round.pk).update(state=Round.State.DRAWN)


def _restore_round(
    how: RestoreContext, round: Round, before: ArchivedRound | None, archived: ArchivedRound
) -> None:
    """Make a round that exists equal to the one in the archive."""
    wanted = {table.number: [how.entries[n] for n in table.seats] for table in archived.tables}
    moved = _reseat(how, round, wanted)
    fresh = Round.objects.select_related("tournament").get(pk=round.pk)
    _let_play_on(fresh, archived)
    stood = {} if before is None else {table.number: table.form for table in before.tables}
    _write(how, fresh, archived.tables, stood, moved)
    fresh.state = how.states[archived.number]
    fresh.save(update_fields=["state"])
    if fresh.state not in BEGUN:
        Round.objects.filter(pk=fresh.pk).update(**NO_CLOCK)


def _reseat(how: RestoreContext, round: Round, wanted: Mapping[int, list[Entry]]) -> set[int]:
    """Seat players as wanted in a round; return the numbers of the tables with changed seats.

    A table without a form stays. One with a form stays if its players are the same in any order, or
    if undoing changes of the log leads to the wanted seats. No table stays if tables have other
    sizes or rules than before, as the round may then be played differently.
    """
    at = seating(round)
    now: dict[int, list[Entry]] = defaultdict(list)
    for entry, (table, _seat) in at.items():
        now[table].append(entry)
    moved = {number for number, entries in wanted.items() if now.get(number) != entries}
    if not moved and now.keys() == wanted.keys() and how.same_rules:
        return set()
    same = how.same_rules and {len(e) for e in now.values()} == {len(e) for e in wanted.values()}
    typed = set(
        ScoreForm.objects.filter(table__round=round).values_list("table__number", flat=True)
    )
    places = {e: (n, seat) for n, entries in wanted.items() for seat, e in enumerate(entries, 1)}
    undone = _undone_by(how, round, places)
    others = {n for n in moved if undone is None and {*now.get(n, ())} != {*wanted[n]}}
    stays = {n for n in now.keys() & wanted.keys() if same and (n not in typed or n not in others)}
    round.tables.exclude(number__in=stays).delete()
    Table.objects.bulk_create(Table(round=round, number=n) for n in wanted if n not in stays)
    tables = {table.number: table for table in round.tables.all()}
    moved |= wanted.keys() - stays
    Seat.objects.filter(round=round, table__number__in=moved).delete()
    Seat.objects.bulk_create(
        Seat(table=tables[number], round=round, number=seat, entry=entry)
        for number in sorted(moved)
        for seat, entry in enumerate(wanted[number], 1)
    )
    _mark_draw(how, round, undone)
    return moved


def _undone_by(
    how: RestoreContext, round: Round, wanted: Mapping[Entry, tuple[int, int]]
) -> list[AuditLogEntry] | None:
    """Return the changes in the log that have to be undone to reach the wanted seats.

    None if undoing changes does not lead to them: then the lot number does not explain these seats.
    """
    replaced = how.tournament.log_entries.filter(kind=AuditLogEntry.Kind.REPLACED, undone_at=None)
    undone = [c for c in replaced if c.payload["came"] in how.gone and c.entry is not None]
    left = {log_entry.payload["came"]: log_entry.entry for log_entry in undone}
    at = {left.get(entry.pk) or entry: place for entry, place in seating(round).items()}
    made = seat_changes.seat_change_entries(round)
    for log_entry, moves in zip(made, seat_changes.logged_moves(*made), strict=True):
        back = [move.back for move in moves]
        if at == wanted or not fits(at, back):
            break
        at = after(at, back)
        undone.append(log_entry)
    return undone if at == wanted else None


def _mark_draw(how: RestoreContext, round: Round, undone: list[AuditLogEntry] | None) -> None:
    """Note of a reseated round whether its seats are still those of its draw.

    If they are, the changes by which they differed are marked as undone; else the lot number goes.
    """
    if undone is None:
        Round.objects.filter(pk=round.pk).update(seed=None, changed_by_hand=False)
        return
    keys = [log_entry.pk for log_entry in undone]
    AuditLogEntry.objects.filter(pk__in=keys).update(undone_by=how.author, undone_at=how.now)
    Round.objects.filter(pk=round.pk).update(changed_by_hand=seat_changes.is_changed_by_hand(round))


def _let_play_on(round: Round, archived: ArchivedRound) -> None:
    """Make the substitutes of a round equal to those in the archive."""
    wanted = [(table.number, each) for table in archived.tables for each in table.substitutes]
    there = Substitute.objects.filter(seat__round=round)
    rows = there.select_related("seat__table").order_by("pk")
    found = [
        (each.seat.table.number, ArchivedSubstitute(each.seat.number, each.name, each.from_deal))
        for each in rows
    ]
    if sorted(found, key=lambda each: (each[0], each[1].order)) == wanted:
        return
    there.delete()  # `_note_substitutes` links the log to the new rows
    seats = {(seat.table.number, seat.number): seat for seat in round.seats.select_related("table")}
    Substitute.objects.bulk_create(
        Substitute(seat=seats[table, each.seat], name=each.name, from_deal=each.from_deal)
        for table, each in wanted
    )


def _write(
    how: RestoreContext,
    round: Round,
    tables: tuple[ArchivedTable, ...],
    before: Mapping[int, Document | None],
    moved: Collection[int],
) -> None:
    """Make the forms of a round equal to those in the archive.

    Drafts at a table with other seats are deleted, as their columns are in seat order.
    """
    rows = {table.number: table for table in round.tables.all()}
    there = {
        form.table.number: form
        for form in ScoreForm.objects.filter(table__round=round).select_related("table")
    }
    Draft.objects.filter(form__table__round=round, form__table__number__in=moved).delete()
    fresh: list[tuple[Table, Document]] = []
    without: list[int] = []
    for table in tables:
        is_same = before.get(table.number) == table.form and table.number not in moved
        if is_same or (table.form is None and table.number not in there):
            continue
        if table.form is None:
            without.append(table.number)
        elif form := there.get(table.number):
            form.table.round = round
            count(form, _version(how, form, table.form), by=how.author, now=how.now)
        else:
            fresh.append((rows[table.number], table.form))
    import_forms(forms=fresh, now=how.now)
    _let_wait(how, round, without)


def _version(how: RestoreContext, form: ScoreForm, document: Document) -> Version:
    """Return the version of a form that is to count.

    It is the version that counts now if that has the same content for the same players, else a new
    one.
    """
    counted, said = form.counted, (document, players_at(form.table))
    if counted is not None and (counted.content, counted.players) == said:
        return counted
    return Version(content=document, saved_at=how.now, source=Version.Source.ARCHIVE)


def _let_wait(how: RestoreContext, round: Round, tables: Collection[int]) -> None:
    """Let no form of these tables count or wait; their versions stay readable."""
    versions = Version.objects.filter(form__table__round=round, form__table__number__in=tables)
    uncount(versions, by=how.author, now=how.now)


def _note_substitutes(how: RestoreContext) -> None:
    """Link the log to the substitutes there are, and mark substitutions without one as undone."""
    noted = how.tournament.log_entries.filter(kind=AuditLogEntry.Kind.SUBSTITUTED, undone_at=None)
    rows = Substitute.objects.filter(seat__round__tournament=how.tournament)
    keys = list(rows.values_list("pk", flat=True))
    known = {log_entry.payload["substitute"] for log_entry in noted}
    anew = list(rows.exclude(pk__in=known).select_related("seat__table"))
    lost = list(noted.exclude(payload__substitute__in=keys))
    for is_it in (_is_there, _is_for_him, _is_called_so):
        for log_entry in [*lost]:
            found = [
                each for each in anew if _is_called_so(log_entry, each) and is_it(log_entry, each)
            ]
            if len(found) == 1:
                lost.remove(log_entry)
                anew.remove(found[0])
                log_entry.payload = {**log_entry.payload, "substitute": found[0].pk}
                log_entry.save(update_fields=["payload"])
    gone = [log_entry.pk for log_entry in lost]
    AuditLogEntry.objects.filter(pk__in=gone).update(undone_by=how.author, undone_at=how.now)


def _is_there(log_entry: AuditLogEntry, came: Substitute) -> bool:
    """Return whether the substitute is in the seat that the log has.

    The seat may have another player by now.
    """
    return bool(log_entry.payload.get("at") == [came.seat.table.number, came.seat.number])


def _is_for_him(log_entry: AuditLogEntry, came: Substitute) -> bool:
    return came.seat.entry_id == log_entry.entry_id


def _is_called_so(log_entry: AuditLogEntry, came: Substitute) -> bool:
    """Return whether the substitute has the round, name and first deal that the log has."""
    told = log_entry.round_id, log_entry.payload["name"], log_entry.payload["from_deal"]
    return told == (came.seat.round_id, came.name, came.from_deal)
