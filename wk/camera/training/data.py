"""Digits that people wrote, from files of data sets that are free to use (docs/camera.md)."""

import gzip
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wk.camera.training.hands import finer, image_traces, pen_traces
from wk.camera.training.strokes import Points

Digits = dict[str, list[Points]]
# Of 255: what is darker in an image is ink. Where it is coarse, a pale pixel is a thin line.
MNIST_INK, OPTDIGITS_INK = 140, 90
ENLARGED = 3  # images of 8 by 8 are made so many times finer before they are made thin


def mnist_digits(folder: Path, part: str) -> Digits:
    """Return the digits of MNIST, `part` "train" or "t10k", from its four files in a folder."""
    images = np.frombuffer(_read(folder / f"{part}-images-idx3-ubyte"), np.uint8, offset=16)
    labels = np.frombuffer(_read(folder / f"{part}-labels-idx1-ubyte"), np.uint8, offset=8)
    return image_traces(images.reshape(len(labels), 28, 28), labels, MNIST_INK)


def _read(path: Path) -> bytes:
    packed = path.with_name(f"{path.name}.gz")
    return gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()


def pendigits(file: Path) -> Digits:
    """Return the digits of UCI's pendigits, from the file of KEEL (penbased.dat)."""
    lines = [line for line in file.read_text().splitlines() if line.strip() and line[0] != "@"]
    return pen_traces(np.array([[float(part) for part in line.split(",")] for line in lines]))


def optdigits(file: Path) -> Digits:
    """Return the digits of UCI's optdigits, from the file of scikit-learn (digits.csv.gz)."""
    rows: NDArray[np.float64] = np.loadtxt(file, delimiter=",")
    images = np.pad(rows[:, :64].reshape(-1, 8, 8) * (255 / 16), ((0, 0), (1, 1), (1, 1)))
    larger = finer(images, ENLARGED)
    labels = rows[:, 64].astype(np.uint8)
    return image_traces(np.clip(larger, 0, 255).astype(np.uint8), labels, OPTDIGITS_INK)
