"""The policy: which role may do which act.

Views, services and templates look an act up here. To allow an act to another role, change its line
in POLICY. Some acts also depend on a state, such as that of a round: their services check the
state, and ask the policy about the role only.
"""

from collections.abc import Mapping
from enum import StrEnum

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise

from wk.accounts.models import User
from wk.core.refusals import ActionRefused


class Act(StrEnum):
    """The acts of officials. Readers without an account may do none of these."""

    CHANGE_OWN_PASSWORD = "change_own_password"  # noqa: S105
    USE_SECOND_STEP = "use_second_step"
    MANAGE_ACCOUNTS = "manage_accounts"
    SEE_STYLE = "see_style"
    MANAGE_TOURNAMENTS = "manage_tournaments"
    MANAGE_ARCHIVES = "manage_archives"
    MANAGE_BACKUPS = "manage_backups"
    SEE_MACHINE = "see_machine"
    SET_RULES = "set_rules"
    READ_LOG = "read_log"
    READ_ALL_CHANGES = "read_all_changes"
    UNDO_CLERKS_ENTRIES = "undo_clerks_entries"
    UNDO_ALL_ENTRIES = "undo_all_entries"
    CHECK_IN = "check_in"
    NOTE_PAYMENTS = "note_payments"
    EDIT_PLAYERS = "edit_players"
    WITHDRAW_PLAYERS = "withdraw_players"
    PROTECT_PERSONS = "protect_persons"
    SET_CONSTRAINTS = "set_constraints"
    DRAW = "draw"
    CHANGE_SEATS = "change_seats"
    TAKE_ROUND_STEPS = "take_round_steps"
    CORRECT_SEATS = "correct_seats"
    CHANGE_CLOSED_ROUNDS = "change_closed_rounds"
    TYPE_FORMS = "type_forms"
    CORRECT_COUNTED_FORMS = "correct_counted_forms"
    WRITE_RULINGS = "write_rulings"
    REVIEW_FORMS = "review_forms"
    ANSWER_OBJECTIONS = "answer_objections"
    SKIP_REVIEW = "skip_review"
    SET_REVIEW = "set_review"
    DROP_ALL_PHOTOS = "drop_all_photos"
    SHOW_PHONE_CODES = "show_phone_codes"
    CHANGE_PHONE_CODES = "change_phone_codes"
    ANSWER_CALLS = "answer_calls"
    SET_CLOCK = "set_clock"
    ANNOUNCE = "announce"
    HOLD_WALL = "hold_wall"
    WITHHOLD_RESULTS = "withhold_results"
    LEAD_CEREMONY = "lead_ceremony"
    SET_PRIZES = "set_prizes"
    HAND_OUT_PRIZES = "hand_out_prizes"
    PRINT = "print"
    OPEN_HALL = "open_hall"


DIRECTORS = frozenset({User.Role.DIRECTOR})
OFFICIALS = frozenset({User.Role.CLERK, User.Role.DIRECTOR})

POLICY: Mapping[Act, frozenset[User.Role]] = {
    Act.CHANGE_OWN_PASSWORD: OFFICIALS,
    Act.USE_SECOND_STEP: DIRECTORS,
    Act.MANAGE_ACCOUNTS: DIRECTORS,
    Act.SEE_STYLE: DIRECTORS,
    Act.MANAGE_TOURNAMENTS: DIRECTORS,
    Act.MANAGE_ARCHIVES: DIRECTORS,
    Act.MANAGE_BACKUPS: DIRECTORS,
    Act.SEE_MACHINE: DIRECTORS,
    Act.SET_RULES: DIRECTORS,
    Act.READ_LOG: OFFICIALS,
    Act.READ_ALL_CHANGES: DIRECTORS,
    Act.UNDO_CLERKS_ENTRIES: OFFICIALS,
    Act.UNDO_ALL_ENTRIES: DIRECTORS,
    Act.CHECK_IN: OFFICIALS,
    Act.NOTE_PAYMENTS: OFFICIALS,
    Act.EDIT_PLAYERS: DIRECTORS,
    Act.WITHDRAW_PLAYERS: DIRECTORS,
    Act.PROTECT_PERSONS: DIRECTORS,
    Act.SET_CONSTRAINTS: DIRECTORS,
    Act.DRAW: DIRECTORS,
    Act.CHANGE_SEATS: DIRECTORS,
    Act.TAKE_ROUND_STEPS: DIRECTORS,
    Act.CORRECT_SEATS: DIRECTORS,
    Act.CHANGE_CLOSED_ROUNDS: DIRECTORS,
    Act.TYPE_FORMS: OFFICIALS,
    Act.CORRECT_COUNTED_FORMS: DIRECTORS,
    Act.WRITE_RULINGS: DIRECTORS,
    Act.REVIEW_FORMS: OFFICIALS,
    Act.ANSWER_OBJECTIONS: OFFICIALS,
    Act.SKIP_REVIEW: DIRECTORS,
    Act.SET_REVIEW: DIRECTORS,
    Act.DROP_ALL_PHOTOS: DIRECTORS,
    Act.SHOW_PHONE_CODES: OFFICIALS,
    Act.CHANGE_PHONE_CODES: DIRECTORS,
    Act.ANSWER_CALLS: DIRECTORS,
    Act.SET_CLOCK: DIRECTORS,
    Act.ANNOUNCE: DIRECTORS,
    Act.HOLD_WALL: DIRECTORS,
    Act.WITHHOLD_RESULTS: DIRECTORS,
    Act.LEAD_CEREMONY: DIRECTORS,
    Act.SET_PRIZES: DIRECTORS,
    Act.HAND_OUT_PRIZES: OFFICIALS,
    Act.PRINT: OFFICIALS,
    Act.OPEN_HALL: DIRECTORS,
}


def may(user: AbstractBaseUser | AnonymousUser | None, act: Act) -> bool:
    """Return whether the role of `user` allows an act.

    The answer is False for a reader without an account, and for the phone of a table (None).
    """
    return isinstance(user, User) and user.role in POLICY[act]


def refuse_unless_may(user: User | None, act: Act, why: "str | Promise") -> None:
    """Raise ActionRefused with the reason `why` if the role of `user` does not allow an act."""
    if not may(user, act):
        raise ActionRefused(why)


class Permissions:
    """The permissions of the reader of a page, for templates: `{% if may.draw %}`.

    The user is read from the database only if a template uses a permission.
    """

    def __init__(self, user: AbstractBaseUser | AnonymousUser) -> None:
        self._user = user

    def __getitem__(self, act: str) -> bool:
        return may(self._user, Act(act))
