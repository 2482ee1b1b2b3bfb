"""How sure the network may be, measured with hands that it has not learnt from."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from wk.camera.network import log_shares, places_of
from wk.camera.training.hands import Hand
from wk.camera.training.learning import Tree
from wk.camera.training.made_cells import made_cells

CELLS = 6000
TEMPERATURES = np.arange(0.8, 4.0, 0.05)


def calibrated(
    numbers: Tree, hand: Hand, random: Generator, say: Callable[[str], None]
) -> tuple[Tree, float]:
    """Return the numbers of a network with the temperature at which its shares are true, and the
    share of cells of another hand that it misreads.

    That temperature is the one at which the texts of these cells are the likeliest.
    """
    numbers = {**{name: np.asarray(each) for name, each in numbers.items()}}
    images, texts = made_cells(CELLS, hand, random)
    places = np.array([places_of(text) for text in texts])
    shares = log_shares(images, {**numbers, "temperature": np.ones((), np.float32)})
    fits = [(_fit(shares / each, places), each) for each in TEMPERATURES]
    temperature = max(fits)[1]
    wrong = misread(shares, places)
    say(f"other hands: {wrong:.1%} of the cells misread, temperature {temperature:.2f}")
    return {**numbers, "temperature": np.float32(temperature)}, wrong


def misread(shares: NDArray[np.float32], places: NDArray[np.integer]) -> float:
    """Return the share of cells of which the likeliest text is not the one that stands there."""
    return float((shares.argmax(axis=2) != places).any(axis=1).mean())


def _fit(scores: NDArray[np.float32], places: NDArray[np.int64]) -> float:
    """Return the mean logarithm of the shares of the signs that stand there."""
    shares = scores - np.log(np.exp(scores).sum(axis=2, keepdims=True))
    return float(np.take_along_axis(shares, places[..., None], 2).mean())
