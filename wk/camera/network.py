"""The network that tells what stands in a cell, and how it is run by numpy alone.

It has three layers that look at parts of the image, one that looks at the whole, and four heads:
one for each place of the text, from its right end.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.scan import UNREADABLE

SIGNS = "0123456789-KV" + UNREADABLE
NO_SIGN = len(SIGNS)  # at a place before the first sign
PLACES = 4
BATCH = 64  # so many images fit into the processor's cache
FILE = Path(__file__).with_name("network.npz")

Arrays = Mapping[str, NDArray[np.float32]]


@cache
def shipped() -> Arrays:
    """Return the numbers of the network that is shipped."""
    with np.load(FILE) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def log_shares(images: NDArray[np.float32], arrays: Arrays | None = None) -> NDArray[np.float32]:
    """Return how likely each sign is at each place (cells, PLACES, signs), as logarithms.

    `images` is (cells, HIGH, WIDE), as of `wk.camera.cell_shape`.
    """
    arrays = shipped() if arrays is None else arrays
    found = [_run(images[at : at + BATCH], arrays) for at in range(0, len(images), BATCH)]
    return np.concatenate(found) if found else np.zeros((0, PLACES, NO_SIGN + 1), np.float32)


def _run(images: NDArray[np.float32], arrays: Arrays) -> NDArray[np.float32]:
    layer = images[..., None]
    for number in (1, 2, 3):
        layer = _convolved(layer, arrays[f"kernel{number}"])
        if number < 3:
            layer = _halved(layer)  # before the shift, which leaves the largest the largest
        layer += arrays[f"shift{number}"]
        np.maximum(layer, 0, out=layer)
    whole = np.maximum(layer.reshape(len(images), -1) @ arrays["kernel4"] + arrays["shift4"], 0)
    heads = (whole @ arrays["kernel5"] + arrays["shift5"]).reshape(-1, PLACES, NO_SIGN + 1)
    heads /= float(arrays["temperature"])
    heads -= heads.max(axis=2, keepdims=True)
    return np.asarray(heads - np.log(np.exp(heads).sum(axis=2, keepdims=True)))


def _convolved(layer: NDArray[np.float32], kernel: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a layer (cells, height, width, channels) under a kernel of 3 by 3."""
    cells, high, wide, channels = layer.shape
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    parts = [padded[:, y : y + high, x : x + wide] for y in range(3) for x in range(3)]
    columns = np.concatenate(parts, axis=3).reshape(-1, 9 * channels)
    return (columns @ kernel.reshape(9 * channels, -1)).reshape(cells, high, wide, -1)


def _halved(layer: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the largest of each four numbers beside each other."""
    rows = np.maximum(layer[:, ::2], layer[:, 1::2])
    return np.asarray(np.maximum(rows[:, :, ::2], rows[:, :, 1::2]))


def places_of(text: str) -> list[int]:
    """Return the numbers of the signs of a text from its right end, NO_SIGN where there is none.

    What is before the last four signs is not seen, as the minus of a number of four digits.

    >>> places_of("-12")
    [2, 1, 10, 14]
    >>> places_of("-1690") == places_of("1690")
    True
    """
    signs = [SIGNS.index(sign) for sign in reversed(text)]
    return (signs + [NO_SIGN] * PLACES)[:PLACES]
