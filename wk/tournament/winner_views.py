"""The public page for disputes: who wins with these cards. Its address holds the cards."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.questions import SEAT, TITLE, Face, face
from scoring.text import Text
from wk.core.consistent_reads import at_one_moment
from wk.tournament.models import Tournament
from wk.tournament.queries import as_played
from wk.tournament.winner_forms import ON_TABLE, WinnerForm


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A place on the table: its card (None before it is played), its seat (None if unknown)."""

    face: Face | None
    seat: Text | None
    wins: bool = False
    is_wrong: bool = False
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A place for the next card: the hand of a seat, or the table (`seat` is None)."""

    value: str
    seat: Text | None
    faces: tuple[Face, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PackCard:
    """A card of the pack. `is_used`: all cards of this face are on the table or in hands."""

    face: Face
    is_used: bool


@require_safe
@at_one_moment
def winner(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who wins with the cards in the address. Each button leads to another address."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rules = as_played(tournament, tournament.rules)
    form = WinnerForm(request.GET, arbiter=rules.arbiter)
    # One address for one state: pressing a button redirects to the address without the button.
    if form.is_valid() and not form.is_refused and request.GET.urlencode() != form.address:
        return redirect(f"{reverse('tournament:winner', args=[slug])}?{form.address}".rstrip("?"))
    context = {
        "tournament": tournament,
        "game": rules,
        "title": TITLE,
        "form": form,
        "verdict": form.verdict,
        "answer": _answer(form),
        "table": _table(form),
        "places": _places(form),
        "suits": _suits(form),
    }
    return render(request, "tournament/winner.html", context)


def _answer(form: WinnerForm) -> Face | None:
    """Return the card that the answer is about: the winning one, or one that made it void."""
    verdict = form.verdict
    if verdict and verdict.is_void:
        return face(verdict.illegal[0].card)
    return face(verdict.win.card) if verdict and verdict.win else None


def _table(form: WinnerForm) -> tuple[LaidCard, ...]:
    """Return the cards on the table in order of play, then the places of cards still to come."""
    verdict, faces = form.verdict, _faces(form)
    laid = [faces[code] for code in form.laid.cards if code in faces]
    if not verdict:
        return tuple(LaidCard(each, None) for each in laid)
    wrong = {each.index for each in verdict.illegal}
    win = verdict.win
    return (
        *(
            LaidCard(
                each,
                SEAT.format(seat=seat),
                wins=win is not None
                and not verdict.is_void
                and (win.seat, str(win.card)) == (seat, each.code),
                is_wrong=index in wrong,
            )
            for index, (each, seat) in enumerate(zip(laid, verdict.seats, strict=True))
        ),
        *(
            LaidCard(None, SEAT.format(seat=seat), is_next=index == 0)
            for index, seat in enumerate(verdict.upcoming)
        ),
    )


def _places(form: WinnerForm) -> tuple[Place, ...]:
    """Return the places for the next card: the table, then each hand with its cards."""
    faces, hands = _faces(form), form.laid.hands or {}
    seats = range(1, form.arbiter.seats(form.laid.choices) + 1)
    return (
        Place(ON_TABLE, None, (), form.place == ON_TABLE),
        *(
            Place(
                str(seat),
                SEAT.format(seat=seat),
                tuple(faces[code] for code in hands.get(seat, ()) if code in faces),
                form.place == str(seat),
            )
            for seat in seats
        ),
    )


def _suits(form: WinnerForm) -> tuple[tuple[PackCard, ...], ...]:
    """Return the pack in rows: a row for each suit, high to low, and one for other cards."""
    # Counters, because some packs have several cards of one face.
    used = Counter([*form.laid.cards, *chain.from_iterable((form.laid.hands or {}).values())])
    pack = Counter(map(str, form.arbiter.pack(form.laid.choices)))
    rows: dict[str, list[PackCard]] = {}
    for code, each in reversed(_faces(form).items()):
        rows.setdefault(each.sign, []).append(PackCard(each, used[code] >= pack[code]))
    return tuple(map(tuple, reversed(rows.values())))


def _faces(form: WinnerForm) -> dict[str, Face]:
    """Return the faces of the pack by their code, each once."""
    return {str(card): face(card) for card in form.arbiter.pack(form.laid.choices)}
