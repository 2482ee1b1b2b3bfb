"""Seating corrections: players were found in a wrong seat after deals had been played.

There are two kinds. Players in each other's seats: either they stay there, and the names are
exchanged on the forms, or they go to their own seats, and only the audit log changes. In both cases
the scores stay with the seats. And a player who sat at another table as an extra one: he stays
there, and the scores stay with the players.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from wk.accounts.models import User
from wk.accounts.policy import Act, refuse_unless_may
from wk.auditlog import seat_changes
from wk.auditlog import services as auditlog
from wk.auditlog.models import AuditLogEntry
from wk.core.refusals import ActionRefused
from wk.core.row_locks import lock_rows
from wk.rounds.seat_swaps.moves import seating_token
from wk.rounds.seating_corrections.effect import (
    CorrectionKind,
    swap_correction_effect,
    table_correction_effect,
    tables_of,
)
from wk.scoreforms import forms_after_reseat
from wk.scoreforms.models import Result, Version
from wk.scoreforms.table_queries import seated
from wk.tournament.models import Entry, Round, Seat, Substitute, Table
from wk.tournament.round_states import lock_round, why_closed
from wk.tournament.seating import Move, can_move, keeps_deals, seating


@transaction.atomic
def correct_swap(
    *,
    round: Round,
    first: Entry,
    second: Entry,
    how: CorrectionKind,
    others: Sequence[Entry] = (),
    author: User,
    now: datetime,
    shown_token: str = "",
    reason: str = "",
) -> AuditLogEntry:
    """Correct that players sat in each other's seats; return the audit log entry.

    `first` sat in the seat of `second`, `second` in that of the first of `others`, and so on; the
    last player sat in the seat of `first`. Where pairs stay together, partners move along.
    `shown_token` is the `seating_token` of the seating shown to the author, "" if none was. Raises
    ActionRefused if the seating has changed since, if the players have no different seats, if a
    pair would be parted, for a clerk, and in a round that has not started or is final.
    """
    locked = _locked_started(round, author)
    _check_shown(locked, shown_token)
    done = swap_correction_effect(round=locked, first=first, second=second, how=how, others=others)
    payload = {"how": how.value}
    # Nobody's stored seat was wrong, so only the log entry is stored.
    if how == CorrectionKind.OWN:
        return seat_changes.log_moves(
            locked, done.moves, author=author, now=now, reason=reason, **payload
        )
    _exchange_players(locked, done.moves)
    return seat_changes.log_moves(
        locked,
        done.moves,
        author=author,
        now=now,
        reason=reason,
        met=done.repeat_meetings,
        sat=done.extra_sittings,
        **payload,
    )


@transaction.atomic
def correct_table(
    *,
    round: Round,
    player: Entry,
    table: int,
    author: User,
    now: datetime,
    shown_token: str = "",
    reason: str = "",
) -> AuditLogEntry:
    """Correct that a player sat at another table, in an extra last seat; return the log entry.

    The forms follow the players, as in `move_forms_with_players`. `shown_token` is as for
    `correct_swap`. Raises ActionRefused as `correct_swap` and `table_correction_moves`.
    """
    locked = _locked_started(round, author)
    _check_shown(locked, shown_token)
    done = table_correction_effect(round=locked, player=player, table=table)
    tables = _locked_tables(locked, done.moves)
    # Read before the players move: the forms follow them from these seats, and an undo restores
    # these states.
    before, sat = forms_after_reseat.form_states(tables), {each: seated(each) for each in tables}
    _move_seats(locked, done.moves)
    for each in tables:
        forms_after_reseat.move_forms_with_players(
            table=each, before=sat[each], author=author, now=now
        )
    return seat_changes.log_moves(
        locked,
        done.moves,
        author=author,
        now=now,
        reason=reason,
        met=done.repeat_meetings,
        sat=done.extra_sittings,
        how=seat_changes.JOINED_TABLE,
        forms={"before": before, "after": forms_after_reseat.form_states(tables)},
    )


@transaction.atomic
def undo(*, log_entry: AuditLogEntry, author: User, now: datetime) -> AuditLogEntry:
    """Undo a correction: names, players and scores get back to the places they had before.

    Raises ActionRefused as `correct_swap`, if the seats at these tables have changed since, if all
    tables would play other deals (W-14), or if somebody has written about these tables since.
    """
    if log_entry.round is None or "how" not in log_entry.payload:
        raise ActionRefused(_("This cannot be undone here."))
    locked = _locked_started(log_entry.round, author)
    # This refuses a second undo. If the undo is refused below, the transaction takes the mark back.
    log_entry = auditlog.mark_undone(log_entry, author, now)
    if log_entry.payload["how"] == CorrectionKind.OWN:
        return log_entry
    moves = tuple(move.back for move in seat_changes.logged_moves(log_entry)[0])
    _check_latest(locked, log_entry, moves)
    if log_entry.payload["how"] == CorrectionKind.NAMES:
        _exchange_players(locked, moves)
    else:
        # In reverse order each seat is free when it is taken back.
        _undo_table_correction(locked, moves[::-1], log_entry, author, now)
    return log_entry


def _check_latest(round: Round, log_entry: AuditLogEntry, moves: Sequence[Move]) -> None:
    """Raise ActionRefused if seats at the tables of these moves have changed since the correction.

    Another correction may have changed them, or the import of an archive. Also raise it if all
    tables would play other deals (W-14).
    """
    later = round.log_entries.filter(
        kind=AuditLogEntry.Kind.SEATED, undone_at=None, pk__gt=log_entry.pk
    )
    made = [
        each for each in later if each.payload.get("how") != seat_changes.RETURN_TO_OWN_SEAT
    ]  # no seat changed
    since = {table for others in seat_changes.logged_moves(*made) for table in tables_of(others)}
    at = seating(round)
    if not can_move(round, at, moves) or since.intersection(tables_of(moves)):
        raise ActionRefused(_("Seats have changed since. Undo the later changes first."))
    if not keeps_deals(round, at, moves):
        raise ActionRefused(_("All tables of this round would play other deals then."))


def _undo_table_correction(
    round: Round, moves: Sequence[Move], log_entry: AuditLogEntry, author: User, now: datetime
) -> None:
    """Undo a correction of `correct_table`: `moves` are the moves back, in their order."""
    tables, forms = _locked_tables(round, moves), log_entry.payload["forms"]
    if forms_after_reseat.form_states(tables) != forms["after"]:
        raise ActionRefused(_("Something was written about these tables since: it is not undone."))
    _move_seats(round, moves)
    forms_after_reseat.restore_form_states(facts=forms["before"], author=author, now=now)


def _locked_started(round: Round, author: User) -> Round:
    """Return a started round that is not final, locked until the transaction ends.

    Raises ActionRefused for a clerk, and for a round in another state.
    """
    refuse_unless_may(author, Act.CORRECT_SEATS, _("Only the director can change seats."))
    if why := why_closed(round, author):
        raise ActionRefused(why)
    return lock_round(round, Round.State.STARTED, Round.State.CLOSED)


def _check_shown(round: Round, shown_token: str) -> None:
    """Raise ActionRefused if the seating has changed since it was shown."""
    if shown_token and shown_token != seating_token(seating(round)):
        raise ActionRefused(_("This has changed meanwhile. Look at it again."))


def _locked_tables(round: Round, moves: Sequence[Move]) -> list[Table]:
    """Return the tables of the moves, locked until the transaction ends.

    Handing in a form of these tables waits for that, and is then refused: its players have changed.
    """
    return lock_rows(round.tables.filter(number__in=tables_of(moves)))


def _move_seats(round: Round, moves: Sequence[Move]) -> None:
    """Move players to other seats, with their results and substitutes, in the order of the moves.

    In that order each seat is free when it is taken, as the database demands.
    """
    tables = {table.number: table for table in round.tables.filter(number__in=tables_of(moves))}
    for move in moves:
        if move.to_seat:
            number, seat = move.to_seat
            round.seats.filter(entry=move.entry).update(table=tables[number], number=seat)


def _exchange_players(round: Round, moves: Sequence[Move]) -> None:
    """Exchange players between seats; results and substitutes stay with the seats.

    All tables are locked, because versions of any form of the round may name these players. The
    database never allows a player two seats, not even between two statements. So the seats are
    deleted with their results and substitutes, and created again under the same keys.
    """
    lock_rows(round.tables.all())
    entries = [move.entry for move in moves]
    seats = list(round.seats.filter(entry__in=entries).select_related("table"))
    comes = {move.to_seat: move.entry for move in moves}
    _replace_in_versions(round, {move.entry.pk: comes[move.from_seat].pk for move in moves})
    results = list(Result.objects.filter(seat__in=seats))
    substitutes = list(Substitute.objects.filter(seat__in=seats))
    round.seats.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat in seats:
        seat.entry = comes[seat.table.number, seat.number]
    Seat.objects.bulk_create(seats)
    Result.objects.bulk_create(results)
    Substitute.objects.bulk_create(substitutes)


def _replace_in_versions(round: Round, instead: Mapping[int, int]) -> None:
    """Replace players in every version of the forms of a round.

    `instead` holds the key of the new entry by the key of the old one. All tables are meant: older
    versions may name a player who has left that table since.
    """
    versions = list(Version.objects.filter(form__table__round=round).only("players"))
    for version in versions:
        version.players = [instead.get(key, key) for key in version.players]
    Version.objects.bulk_update(versions, ["players"])
