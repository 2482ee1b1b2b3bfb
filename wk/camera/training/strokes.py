"""Signs as strokes of a pen: the ways in which people write them, drawn by ourselves.

A point is x and y, to the right and downwards; a sign is about one high.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import tau

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points on the ink of a sign, a row of x and y each, closer to each other than a pen is wide."""

APART = 0.012  # the distance of two points on the ink, where a sign is one high
UNLIFTED = 0.3  # the share of signs in which the pen was not lifted between two strokes
HASTY = 0.25  # the share of signs that are written so fast that corners are rounded
HASTY_POINTS = (7, 12)  # between so many points a hasty pen runs along a curve
WOBBLE, BEND = 0.035, 0.05  # how far points, and whole parts of a sign, are off

# The ways to write each sign, the usual ones twice. Strokes are divided by |, and are a curve
# (c) or have a corner at each point (l). Those of this country are among them: a one with a long
# flag, a seven with a bar, an open four.
WAYS = {
    "0": (
        "c .32,.02 .08,.2 .02,.55 .14,.9 .34,1 .54,.85 .62,.5 .52,.15 .34,.01 .24,.05",
        "c .3,.0 .05,.25 .02,.6 .2,.97 .45,.92 .58,.6 .55,.25 .38,.02 .28,.01",
        "c .45,.06 .2,.03 .03,.35 .06,.8 .3,1 .5,.8 .56,.4 .42,.1 .34,.1",
        "c .2,.05 .5,.03 .62,.4 .52,.9 .25,1 .04,.75 .02,.35 .2,.03",
        "c .36,.0 .06,.3 .1,.9 .42,.98 .64,.5 .4,.02 .5,-.05",
        "c .4,.12 .22,.0 .03,.3 .05,.75 .25,1 .5,.8 .58,.4 .44,.08 .2,.1",
        "c .3,.02 .1,.1 .0,.5 .1,.92 .3,1 .5,.9 .6,.5 .5,.1 .3,.0",
    ),
    "1": (
        "l .1,0 .08,1",
        "l .22,0 .04,1",
        "l 0,.28 .3,0 .3,1",
        "l 0,.3 .32,0 .28,1",
        "l 0,.5 .42,0 .34,1",
        "l 0,.42 .36,.02 .36,1",
        "l 0,.25 .3,0 .3,1|l .05,1 .58,1",
        "c 0,.3 .2,.14 .32,0 .31,.4 .28,1",
        "l .3,0 0,1",
        "l 0,0 .06,1",
        "l 0,.55 .48,0 .4,1",
        "l 0,.38 .3,0 .22,1",
        "c .06,.0 .0,.5 .08,1",
        "l 0,.6 .5,.02 .5,1",
        "l .0,.18 .24,.0 .22,1|l .0,1 .46,.98",
    ),
    "2": (
        "c 0,.22 .12,.03 .38,0 .55,.2 .42,.55 .2,.8 .02,.97|l .02,.97 .6,.96",
        "c .02,.18 .28,0 .52,.2 .38,.58 .1,.95 .02,.86 .15,.8 .38,.95 .64,.92",
        "c .02,.15 .28,0 .53,.18 .4,.55 .05,.96 .25,.93 .62,.97",
        "l 0,.12 .25,0 .5,.15 .45,.45 0,1 .6,1",
        "c 0,.1 .3,0 .5,.15 .44,.45 .15,.8 .0,1|l 0,1 .55,.98",
        "c .1,.2 .3,.02 .5,.12 .45,.5 .2,.85 .04,.95 .06,.8 .3,.9 .55,1",
        "c .05,.2 .2,.0 .45,.1 .4,.45 .1,.85 .02,.98 .2,.94 .6,1",
        "c .0,.3 .2,.0 .5,.1 .5,.4 .2,.8 .0,.98|l .0,.98 .5,.96",
    ),
    "3": (
        "c .02,.1 .3,0 .52,.16 .42,.4 .2,.47 .45,.53 .58,.75 .4,.98 .1,.98 0,.88",
        "l .02,.02 .52,.02 .24,.4|c .24,.4 .5,.46 .58,.72 .4,.98 .12,.98 0,.88",
        "c 0,.08 .3,0 .5,.2 .25,.46 .18,.46 .5,.55 .55,.85 .25,1 0,.92",
        "c .05,.05 .45,.0 .45,.25 .22,.44 .5,.5 .55,.8 .3,1 .02,.9",
        "c 0,.02 .5,.0 .5,.08 .25,.42 .5,.5 .55,.8 .25,1 0,.93",
        "l .0,.0 .55,.0 .25,.36|c .25,.36 .55,.42 .56,.75 .3,1 .0,.9",
        "c .05,.15 .25,.0 .45,.12 .4,.38 .18,.46 .18,.46 .46,.52 .56,.78 .36,1 .04,.9",
    ),
    "4": (
        "l .2,0 .02,.62 .64,.62|l .48,.3 .44,1",
        "l .25,0 0,.6 .66,.58|l .5,.2 .46,1",
        "l .45,0 0,.68 .66,.68|l .45,0 .44,1",
        "l .44,.02 .0,.65 .65,.66|l .46,.05 .4,1",
        "c .1,.02 .04,.4 .12,.52 .5,.5|l .52,.05 .48,1",
        "l .06,0 .02,.5 .56,.48|l .54,0 .5,1",
        "l .5,1 .5,.02 .0,.66 .68,.66",
        "c .06,.0 .0,.35 .08,.48 .3,.5 .52,.42|l .54,.08 .4,1",
        "l .38,0 .0,.58 .6,.58|l .4,.34 .34,1",
        "c .14,.0 .0,.46 .25,.5 .5,.3|c .58,.0 .5,.5 .4,1",
        "c .12,.0 .02,.45 .3,.5 .5,.2 .5,.02 .5,.5 .42,1",
        "l .1,0 .04,.46 .62,.44|l .46,.12 .46,1",
        "l .32,0 .02,.55 .64,.5|l .44,.15 .3,1",
        "l .0,.05 .0,.5 .5,.5|l .5,.0 .5,1",
        "c .5,.0 .2,.3 .02,.62 .3,.64 .66,.6|l .46,.3 .42,1",
    ),
    "5": (
        "c .1,.03 .06,.42 .3,.36 .57,.62 .4,.95 .12,1 0,.92|l .1,.03 .58,.02",
        "l .1,.02 .05,.44|c .05,.44 .35,.36 .56,.65 .38,.96 .1,1 0,.9|l .1,.02 .56,.0",
        "l .56,.02 .12,.02 .06,.45|c .06,.45 .38,.36 .56,.68 .35,.98 .0,.95",
        "c .55,.03 .15,.02 .08,.4 .4,.42 .55,.7 .35,.97 .02,.93",
        "c .5,.05 .3,.0 .1,.2 .2,.42 .48,.55 .5,.85 .25,1 0,.9",
        "c .08,.0 .05,.4 .4,.42 .5,.75 .3,1 0,.98|l .08,.04 .5,-.04",
        "c .55,.0 .1,.04 .08,.1 .06,.42 .3,.38 .55,.6 .45,.92 .15,1 .0,.9",
        "c .12,.12 .08,.45 .32,.4 .55,.65 .4,.97 .0,.94|l .14,.03 .6,-.03",
        "c .52,.05 .2,.02 .08,.25 .3,.45 .5,.6 .4,.95 .0,.96",
        "l .08,.05 .05,.46 .4,.44|c .4,.44 .58,.7 .4,.96 .0,.98|l .08,.05 .5,.03",
        "l .5,.0 .1,.0 .08,.4|c .08,.4 .45,.4 .5,.75 .3,1 .0,.95",
        "l .1,.0 .06,.42|c .06,.42 .3,.34 .54,.55 .5,.85 .2,1 .0,.86|l .1,.0 .5,.06",
    ),
    "6": (
        "c .5,.02 .2,.25 .02,.65 .12,.95 .35,1 .55,.8 .45,.56 .22,.56 .06,.75",
        "c .4,0 .1,.4 .02,.78 .25,1 .5,.85 .45,.62 .2,.6 .04,.8",
        "c .35,0 .06,.35 .04,.8 .3,1 .55,.75 .35,.52 .08,.68",
        "c .55,.05 .25,.1 .03,.5 .1,.92 .4,.98 .55,.72 .35,.52 .06,.65",
        "c .2,0 .06,.4 .05,.8 .25,1 .45,.85 .4,.65 .2,.62 .05,.8",
        "c .3,0 .05,.5 .06,.85 .3,1 .5,.8 .3,.6 .08,.75",
        "c .46,.08 .3,.0 .1,.3 .02,.7 .2,1 .5,.9 .5,.62 .3,.52 .06,.7",
    ),
    "7": (
        "l 0,.04 .56,.02 .2,1",
        "l 0,.04 .56,.02 .22,1|l .1,.5 .55,.46",
        "l 0,.03 .6,.0 .25,1|l .12,.55 .58,.48",
        "c 0,.06 .3,.04 .58,.0 .4,.4 .25,1|l .1,.5 .56,.48",
        "l .02,.18 .0,.03 .58,.02 .24,1",
        "c .0,.12 .12,.03 .35,.1 .58,.02 .36,.5 .26,1",
        "c 0,.04 .55,.0 .56,.05 .3,.5 .24,1",
        "c .0,.1 .05,.02 .3,.05 .55,.0 .45,.3 .3,.6 .28,1",
        "l .0,.22 .04,.0 .58,.04 .3,1|l .15,.52 .55,.5",
        "l 0,.05 .6,.05 .25,1|l .0,.5 .6,.48",
        "l .0,.03 .7,.0 .1,1|l .18,.52 .6,.48",
        "l .0,.0 .5,.02 .34,.45 .2,1",
        "c .0,.0 .5,.02 .52,.1 .35,.45 .1,1",
        "c .0,.08 .2,.0 .56,.04 .34,.5 .26,1|l .08,.48 .6,.52",
        "l .0,.1 .5,.0 .44,1|l .2,.5 .64,.46",
    ),
    "8": (
        "c .5,.14 .3,.0 .08,.16 .18,.4 .45,.58 .54,.8 .32,1 .06,.85 .14,.6 .42,.4 .52,.18 .42,.06",
        "c .3,.47 .1,.3 .2,.02 .45,.1 .42,.34 .15,.6 .05,.85 .3,1 .54,.82 .42,.55 .28,.45",
        "c .28,.0 .06,.15 .18,.42 .42,.38 .5,.12 .28,.0"
        "|c .28,.45 .02,.65 .1,.95 .42,.98 .56,.7 .28,.45",
        "c .55,.1 .25,-.02 .1,.22 .4,.5 .52,.85 .25,1 .04,.8 .3,.45 .5,.2 .58,.05",
        "c .5,.1 .2,.0 .05,.25 .5,.6 .5,.9 .2,1 .05,.75 .5,.3 .48,.08",
        "c .3,.0 .05,.25 .3,.48 .55,.75 .3,1 .05,.75 .3,.48 .52,.25 .3,.0",
    ),
    "9": (
        "c .54,.14 .28,0 .04,.22 .12,.48 .38,.48 .54,.2|l .54,.14 .5,1",
        "c .54,.14 .28,0 .04,.22 .12,.48 .38,.48 .54,.2|c .54,.2 .54,.6 .4,.95 .2,1 .05,.92",
        "c .55,.18 .3,.0 .04,.15 .1,.45 .35,.48 .55,.2 .52,.6 .46,1",
        "c .5,.08 .2,.0 .02,.25 .2,.5 .48,.3 .53,.1 .5,.5 .3,1",
        "c .48,.3 .2,.48 .02,.25 .25,.0 .5,.2 .45,.6 .2,1",
        "c .5,.1 .25,.0 .03,.2 .15,.42 .4,.35 .52,.12 .5,.5 .35,.9 .12,1 .0,.88",
        "c .45,.18 .25,.0 .05,.15 .1,.4 .35,.42 .5,.22 .52,.55 .4,.92 .1,.98",
        "c .52,.25 .4,.02 .12,.04 .05,.3 .25,.46 .48,.3 .5,.6 .3,.95 .02,1",
        "c .46,.08 .2,.02 .02,.25 .2,.46 .44,.36|l .52,.05 .48,1",
        "c .36,.1 .2,0 .06,.2 .18,.42 .34,.25 .38,.08 .36,.6 .34,1",
        "c .56,.1 .3,-.02 .05,.12 .1,.36 .4,.4 .54,.16 .5,.5 .36,.8 .05,.98",
        "c .3,.0 .05,.1 .05,.35 .3,.42 .5,.25 .45,.05 .28,.0|c .5,.2 .5,.6 .4,1",
        "c .5,.14 .3,.0 .06,.1 .04,.34 .3,.42 .5,.3 .56,.6 .5,.9 .3,1 .1,.95",
    ),
    "-": ("l 0,.5 .4,.5", "l 0,.52 .55,.48", "c 0,.5 .2,.47 .45,.52"),
    "K": (
        "l 0,0 0,1|l .5,0 .03,.55|l .12,.45 .55,1",
        "l .02,0 0,1|l .5,.02 .04,.5 .55,1",
        "l .04,0 .0,1|c .5,.04 .25,.35 .06,.5 .3,.6 .58,1",
    ),
    "V": (
        "l 0,0 .28,1 .6,0",
        "l 0,.02 .3,1 .56,.04",
        "c 0,0 .25,.95 .31,.95 .6,.02 .72,.03",
    ),
}


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke through points, along a curve or with a corner at each of them."""

    path: Points
    is_curve: bool


@cache
def _ways(sign: str) -> tuple[tuple[Stroke, ...], ...]:
    return tuple(tuple(map(_stroke, way.split("|"))) for way in WAYS[sign])


def _stroke(text: str) -> Stroke:
    kind, *pairs = text.split()
    return Stroke(
        np.array([[float(part) for part in pair.split(",")] for pair in pairs]), kind == "c"
    )


def sign(text: str, random: Generator) -> Points:
    """Return a sign as somebody writes it, by a way that `random` chooses."""
    ways = _ways(text)
    strokes = ways[random.integers(len(ways))]
    shaken = [
        Stroke(each.path + random.normal(0, WOBBLE, each.path.shape), each.is_curve)
        for each in strokes
    ]
    if len(shaken) > 1 and random.random() < UNLIFTED:
        shaken = [*_joined(shaken)]
        drawn = [np.concatenate([along(each) for each in shaken])]
    else:
        drawn = [along(each) for each in shaken]
    if random.random() < HASTY:
        drawn = _hasty(drawn, int(random.integers(*HASTY_POINTS)))
    points = np.concatenate(drawn)
    if text != "-":
        points = bent(points, random)
    return points


def _hasty(strokes: list[Points], number: int) -> list[Points]:
    """Return strokes through about so many of their points, with no corner between them."""
    whole = sum(map(len, strokes))
    shares = [max(3, round(number * len(each) / whole)) for each in strokes]
    chosen = [
        each[np.linspace(0, len(each) - 1, share).round().astype(int)]
        for each, share in zip(strokes, shares, strict=True)
    ]
    return [along(Stroke(points, True)) for points in chosen]


def _joined(strokes: list[Stroke]) -> Iterator[Stroke]:
    """Yield the strokes, with lines where the pen was not lifted between them."""
    for before, after in pairwise(strokes):
        yield before
        yield Stroke(np.array([before.path[-1], after.path[0]]), False)
    yield strokes[-1]


def along(stroke: Stroke) -> Points:
    """Return points on a stroke, APART from each other."""
    path = curved(stroke.path) if stroke.is_curve and len(stroke.path) > 2 else stroke.path
    steps = np.hypot(*np.diff(path, axis=0).T)
    gone = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0, gone[-1], max(2, int(gone[-1] / APART) + 1))
    return np.stack([np.interp(at, gone, path[:, 0]), np.interp(at, gone, path[:, 1])], axis=1)


def curved(path: Points, pieces: int = 8) -> Points:
    """Return a curve through the points of a path (Catmull and Rom)."""
    ends = np.vstack([2 * path[0] - path[1], path, 2 * path[-1] - path[-2]])
    before, start, end, after = ends[:-3, None], ends[1:-2, None], ends[2:-1, None], ends[3:, None]
    at = np.linspace(0, 1, pieces, endpoint=False)[:, None]
    bends = (2 * before - 5 * start + 4 * end - after) * at**2
    turns = (3 * start - before - 3 * end + after) * at**3
    curve = (2 * start + (end - before) * at + bends + turns) / 2
    return np.vstack([curve.reshape(-1, 2), path[-1:]])


def bent(points: Points, random: Generator) -> Points:
    """Return points moved by slow waves, as no hand writes a sign twice."""
    moved = points.copy()
    for axis in (0, 1):
        waves, start = random.uniform(0.4, 1.2, 2) * tau, random.uniform(0, tau)
        wave = np.sin(points[:, 0] * waves[0] + points[:, 1] * waves[1] + start)
        moved[:, axis] += random.normal(0, BEND) * wave
    return moved
