"""Rounds that are laid out beforehand, as their tests draw them."""

from tests.tournament.given import sizes_of
from wk.tournament.arrangement import draw_all
from wk.tournament.seats import Round


def drawn(number: int, seed: int = 1) -> tuple[Round, ...]:
    return draw_all(range(1, number + 1), sizes_of(number), seed=seed)
