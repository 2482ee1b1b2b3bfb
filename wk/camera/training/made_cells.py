"""Made cells of a score sheet with a text in them, as a camera cuts them out of its photo."""

from io import BytesIO

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image as Picture

from scoring.scan import UNREADABLE
from wk.camera.cell_shape import normalised, scale_of, window
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.training.hands import Hand
from wk.camera.training.writing import Image, Style, put_ink, style_of, written

FINE = 3  # a cell is drawn so many times finer
OF_ONE_HAND = 8  # so many cells are made of one person
BESIDE = 0.3  # the share of cells on each side in which something is written too
PATCHY = 0.3  # the share of cells in which a pencil or a ballpoint leaves paler places
PATCH = 4  # the pixels between the places of which each is by itself pale or dark
LINES = (0.1, 0.1, 0.17, 0.28, 0.42)  # millimetres: how thick the lines of a sheet are


def made_cells(number: int, hand: Hand, random: Generator) -> tuple[NDArray[np.float32], list[str]]:
    """Return images of cells (number, HIGH, WIDE) and their texts."""
    images: list[Image] = []
    texts: list[str] = []
    while len(images) < number:
        room = float(random.uniform(6.4, 13.2)), float(np.clip(random.normal(7.6, 1.6), 4.4, 12))
        style = style_of(random, room[1])
        for _ in range(OF_ONE_HAND):
            text = some_text(random)
            images.append(made_cell(text, hand, style, room, random))
            texts.append(text)
    return np.array(images[:number], np.float32), texts[:number]


def some_text(random: Generator) -> str:
    """Return a text that may stand in a cell, each kind of it about as often."""
    kind = random.random()
    if kind < 0.06:
        return ""
    if kind < 0.10:
        return UNREADABLE
    if kind < 0.14:
        return "K" if random.random() < 0.5 else "V"
    if kind < 0.44:
        return str(random.integers(0, 11))
    if kind < 0.60:
        return f"-{random.integers(1, 30)}"
    if kind < 0.63:
        return f"-{random.integers(10, 200)}"
    if kind < 0.83:
        return str(random.integers(10, 100))
    return str(random.integers(100, 400))


def made_cell(
    text: str, hand: Hand, style: Style, room: tuple[float, float], random: Generator
) -> Image:
    """Return the image of a cell (HIGH, WIDE) of `room` millimetres with a text in it."""
    scale = scale_of(*room)
    fine = scale * FINE
    ink = _ink(text, hand, style, room, fine, random)
    image = ink * style.dark * float(1 if random.random() < 0.8 else random.uniform(0.6, 1))
    if random.random() < PATCHY:
        image = image * _patches(random)
    image = np.maximum(image, _lines(room, fine, random) * float(random.uniform(0.6, 1)))
    image = image.reshape(HIGH, FINE, WIDE, FINE).mean(axis=(1, 3))
    image = blurred(image, abs(random.normal(0, 0.5)) + 0.25, abs(random.normal(0, 0.5)) + 0.25)
    return np.asarray(normalised(_photo(image, random)[None])[0] * window(*room))


def _ink(
    text: str,
    hand: Hand,
    style: Style,
    room: tuple[float, float],
    fine: float,
    random: Generator,
) -> Image:
    """Return the ink in a cell, and what overflows from a cell beside it."""
    canvas = np.zeros((HIGH * FINE, WIDE * FINE), bool)
    middle = np.array([WIDE * FINE / 2, HIGH * FINE / 2])
    pen = max(1, round(style.pen * fine))
    turn = float(random.normal(0, 0.03))
    turned = np.array([[1, turn], [-turn, 1]])
    wide, high = room
    for side in ((-wide, 0), (wide, 0), (0, -high), (0, high)):
        if random.random() < BESIDE:
            beside = np.array(side) + random.normal(0, 0.6, 2)
            other = written(str(random.integers(0, 12)), hand, style, wide - 0.4, random)
            put_ink(canvas, (other @ turned + beside) * fine + middle, pen)
    if text:
        points = written(text, hand, style, wide - 0.3, random)
        free = np.maximum(0.2, (np.array(room) - np.ptp(points, axis=0)) / 2)
        moved = np.clip(random.normal(0, 0.45, 2), -1, 1) * free * 0.9 + random.normal(0, 0.25, 2)
        put_ink(canvas, (points @ turned + moved) * fine + middle, pen)
    return canvas.astype(np.float32)


def _patches(random: Generator) -> Image:
    """Return the shares of the ink that a pen leaves, which skips here and there."""
    high, wide = HIGH * FINE // PATCH, WIDE * FINE // PATCH
    shares = 1 - random.uniform(0.2, 0.7) * random.random((high, wide), np.float32)
    return np.asarray(np.repeat(np.repeat(shares, PATCH, 0), PATCH, 1))


def _lines(room: tuple[float, float], fine: float, random: Generator) -> Image:
    """Return the printed lines around a cell."""
    down, across = np.mgrid[0 : HIGH * FINE, 0 : WIDE * FINE].astype(np.float32)
    across, down = across - WIDE * FINE / 2, down - HIGH * FINE / 2
    off = random.normal(0, 0.3, 2)
    image = np.zeros(across.shape, np.float32)
    for axis, (along, other) in enumerate(((across, down), (down, across))):
        for side in (-0.5, 0.5):
            at = (side * room[axis] + off[axis] + random.normal(0, 0.08)) * fine
            half = max(0.5, LINES[random.integers(len(LINES))] * fine / 2)
            image[np.abs(along - at - random.normal(0, 0.015) * other) <= half] = 1
    return image


def blurred(image: Image, across: float, down: float) -> Image:
    """Return an image blurred by a lens, by so many pixels (sigma) across and down."""
    for axis, sigma in ((1, across), (0, down)):
        reach = int(3 * sigma + 1)
        weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
        weights /= weights.sum()
        padding = [(reach, reach) if each == axis else (0, 0) for each in (0, 1)]
        padded = np.pad(image, padding, "edge")
        size = image.shape[axis]
        parts = [np.take(padded, range(step, step + size), axis) for step in range(len(weights))]
        image = np.tensordot(weights.astype(np.float32), np.array(parts), 1)
    return image


def _photo(ink: Image, random: Generator) -> NDArray[np.uint8]:
    """Return ink as a camera sees it: in grey light, with noise, as a JPEG."""
    paper = float(random.uniform(0.5, 0.98))
    grey = paper - paper * random.uniform(0.5, 0.92) * ink
    across, down = random.normal(0, 0.05, 2)
    light = 1 + across * np.linspace(-1, 1, WIDE)[None] + down * np.linspace(-1, 1, HIGH)[:, None]
    if random.random() < 0.06:  # the edge of a shadow
        edge = np.arange(WIDE)[None] * random.normal() + np.arange(HIGH)[:, None] * random.normal()
        light = light * (1 - random.uniform(0.1, 0.4) * (edge > np.median(edge)))
    grey = grey * light + random.normal(0, random.uniform(0.004, 0.03), ink.shape)
    image = np.clip(grey * 255, 0, 255).astype(np.uint8)
    if random.random() < 0.5:
        file = BytesIO()
        Picture.fromarray(image).save(file, "JPEG", quality=int(random.integers(35, 92)))
        image = np.asarray(Picture.open(file))
    return np.asarray(image)
