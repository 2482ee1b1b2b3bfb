"""Who wins with these cards: public to ask, as the rules are public to read; nothing is stored."""

from collections import Counter
from dataclasses import dataclass
from itertools import chain

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.questions import SEAT, TITLE, Face, face
from scoring.text import Text
from wk.tournament.models import Tournament
from wk.tournament.queries import as_played
from wk.tournament.winner_forms import ON_TABLE, WinnerForm


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table: its seat (None while it is not known), and what the game says of it."""

    face: Face | None
    seat: Text | None
    wins: bool = False
    is_wrong: bool = False
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a card can go: a hand, or the table, where `seat` is None."""

    value: str
    seat: Text | None
    faces: tuple[Face, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PackCard:
    """A card of the pack; `is_used` when every one of it lies on the table or in a hand."""

    face: Face
    is_used: bool


@require_safe
def winner(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who wins with the cards of the address; a button leads to the address after it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rules = as_played(tournament, tournament.rules)
    form = WinnerForm(request.GET, arbiter=rules.arbiter)
    if form.is_valid() and not form.is_refused and request.GET.urlencode() != form.address:
        return redirect(f"{reverse('tournament:winner', args=[slug])}?{form.address}".rstrip("?"))
    context = {
        "tournament": tournament,
        "game": rules,
        "title": TITLE,
        "form": form,
        "verdict": form.verdict,
        "winning": face(form.verdict.win.card) if form.verdict and form.verdict.win else None,
        "table": _table(form),
        "places": _places(form),
        "suits": _suits(form),
    }
    return render(request, "tournament/winner.html", context)


def _table(form: WinnerForm) -> tuple[LaidCard, ...]:
    """Return the cards on the table in order of play, and the places of those still to come."""
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
                wins=win is not None and (win.seat, str(win.card)) == (seat, each.code),
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
    """Return the places where a card can go, with the cards of each hand."""
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
    """Return the pack, a row for each suit, high to low, and one for cards without a suit."""
    used = Counter([*form.laid.cards, *chain.from_iterable((form.laid.hands or {}).values())])
    pack = Counter(map(str, form.arbiter.pack(form.laid.choices)))
    rows: dict[str, list[PackCard]] = {}
    for code, each in reversed(_faces(form).items()):
        rows.setdefault(each.sign, []).append(PackCard(each, used[code] >= pack[code]))
    return tuple(map(tuple, reversed(rows.values())))


def _faces(form: WinnerForm) -> dict[str, Face]:
    """Return each different card of the pack, by its code."""
    return {str(card): face(card) for card in form.arbiter.pack(form.laid.choices)}
