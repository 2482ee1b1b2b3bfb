"""What pages of rounds may show of the next step."""

from django import template

from wk.hall import missing
from wk.hall.missing import Step, step_of
from wk.hall.step_forms import ReopenForm
from wk.scoreforms import drafts
from wk.standings.overview import Overview, overview
from wk.tournament.models import Entry, Round, Tournament

register = template.Library()


@register.simple_tag
def next_step(round: Round) -> Step:
    """Return what is missing before the next step of a round."""
    return step_of(round)


@register.simple_tag
def untouched(round: Round) -> bool:
    """Return whether the start of a round may be taken back."""
    return missing.is_untouched(round)


@register.simple_tag
def not_come(tournament: Tournament) -> tuple[Entry, ...]:
    """Return the players without a check-in, if the desk checks players in."""
    return tuple(missing.not_come(tournament))


@register.simple_tag
def closed_words(round: Round) -> str:
    """Return what officials read about a closed or final round, "" for any other."""
    return drafts.closed_words(round)


@register.simple_tag
def reopen_form() -> ReopenForm:
    """Return the form to reopen a round."""
    return ReopenForm()


@register.simple_tag
def next_of_all(tournament: Tournament) -> Overview:
    """Return the state of the tournament and the one thing to do next."""
    return overview(tournament)
