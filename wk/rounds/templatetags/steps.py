"""What pages of rounds may show of the next step."""

from django import template

from wk.rounds.lifecycle import readiness
from wk.rounds.lifecycle.forms import ReopenForm
from wk.rounds.lifecycle.readiness import Readiness, readiness_of
from wk.rounds.next_step import Overview, overview
from wk.tournament import round_states
from wk.tournament.models import Entry, Round, Tournament

register = template.Library()


@register.simple_tag
def next_step(round: Round) -> Readiness:
    """Return what is missing before the next step of a round."""
    return readiness_of(round)


@register.simple_tag
def untouched(round: Round) -> bool:
    """Return whether the start of a round may be taken back."""
    return readiness.is_untouched(round)


@register.simple_tag
def not_come(tournament: Tournament) -> tuple[Entry, ...]:
    """Return the players without a check-in, if the desk checks players in."""
    return tuple(readiness.not_checked_in(tournament))


@register.simple_tag
def closed_words(round: Round) -> str:
    """Return what officials read about a closed or final round, "" for any other."""
    return round_states.closed_words(round)


@register.simple_tag
def reopen_form() -> ReopenForm:
    """Return the form to reopen a round."""
    return ReopenForm()


@register.simple_tag
def next_of_all(tournament: Tournament) -> Overview:
    """Return the state of the tournament and the one thing to do next."""
    return overview(tournament)
