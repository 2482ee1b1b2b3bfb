"""How the network learns from made cells: by JAX, which only this needs."""

from collections.abc import Callable, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.random import Generator

from wk.camera.cell_size import HIGH, WIDE
from wk.camera.network import NO_SIGN, PLACES
from wk.camera.training.pools import Source

CHANNELS = (16, 32, 64)
WHOLE = 96
BATCH = 128
RATES = (0.0015, 0.0001)  # of learning, at first and at the end
KEEPS = 0.998  # of the running mean of the numbers, which is what is shipped

Tree = dict[str, Any]


def first_numbers(seed: int = 0) -> Tree:
    """Return the numbers of a network that knows nothing."""
    random = np.random.default_rng(seed)
    sizes = [1, *CHANNELS]
    numbers: Tree = {}
    for layer, (before, after) in enumerate(zip(sizes, CHANNELS, strict=False), 1):
        numbers[f"kernel{layer}"] = random.normal(
            0, np.sqrt(2 / (9 * before)), (3, 3, before, after)
        )
        numbers[f"shift{layer}"] = np.zeros(after)
    rest = HIGH // 4 * (WIDE // 4) * CHANNELS[-1]
    heads = PLACES * (NO_SIGN + 1)
    numbers["kernel4"] = random.normal(0, np.sqrt(2 / rest), (rest, WHOLE))
    numbers["shift4"] = np.zeros(WHOLE)
    numbers["kernel5"] = random.normal(0, np.sqrt(0.2 / WHOLE), (WHOLE, heads))
    numbers["shift5"] = np.zeros(heads)
    return {name: jnp.asarray(each, jnp.float32) for name, each in numbers.items()}


def scores(numbers: Tree, images: Any) -> Any:
    """Return the scores of the signs at each place, as `wk.camera.network` works them out."""
    layer = images[..., None]
    for number in (1, 2, 3):
        layer = _convolved(layer, numbers[f"kernel{number}"])
        layer = jax.nn.relu(layer + numbers[f"shift{number}"])
        if number < 3:
            layer = _halved(layer)
    whole = layer.reshape(layer.shape[0], -1) @ numbers["kernel4"] + numbers["shift4"]
    heads = jax.nn.relu(whole) @ numbers["kernel5"] + numbers["shift5"]
    return heads.reshape(-1, PLACES, NO_SIGN + 1)


def _convolved(layer: Any, kernel: Any) -> Any:
    """Return a layer under a kernel of 3 by 3, by one product of matrices.

    What JAX has for it, and for the largest of four numbers, is many times slower on a processor.
    """
    cells, high, wide, channels = layer.shape
    padded = jnp.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    parts = [padded[:, y : y + high, x : x + wide] for y in range(3) for x in range(3)]
    columns = jnp.concatenate(parts, axis=3).reshape(-1, 9 * channels)
    return (columns @ kernel.reshape(9 * channels, -1)).reshape(cells, high, wide, -1)


def _halved(layer: Any) -> Any:
    cells, high, wide, channels = layer.shape
    return layer.reshape(cells, high // 2, 2, wide // 2, 2, channels).max(axis=(2, 4))


def _loss(numbers: Tree, images: Any, places: Any) -> Any:
    shares = jax.nn.log_softmax(scores(numbers, images))
    return -jnp.take_along_axis(shares, places[..., None], 2)[..., 0].sum(1).mean()


def _step(state: Tree, images: Any, places: Any, rate: Any) -> tuple[Tree, Any]:
    """Return the state after a step of Adam."""
    loss, slopes = jax.value_and_grad(_loss)(state["numbers"], images, places)
    count = state["count"] + 1
    tree = jax.tree.map
    first = tree(lambda old, new: 0.9 * old + 0.1 * new, state["first"], slopes)
    second = tree(lambda old, new: 0.999 * old + 0.001 * new * new, state["second"], slopes)
    numbers = tree(
        lambda old, one, two: (
            old - rate * (one / (1 - 0.9**count)) / (jnp.sqrt(two / (1 - 0.999**count)) + 1e-8)
        ),
        state["numbers"],
        first,
        second,
    )
    keeps = jnp.minimum(KEEPS, count / (count + 10))
    mean = tree(lambda old, new: keeps * old + (1 - keeps) * new, state["mean"], numbers)
    after = {"numbers": numbers, "first": first, "second": second, "mean": mean, "count": count}
    return after, loss


def first_state(known: Mapping[str, Any] | None = None) -> Tree:
    """Return the state of learning before the first step: of a network that knows nothing, or of
    one with `known` numbers.
    """
    numbers = first_numbers()
    if known:
        numbers = {name: jnp.asarray(known[name], jnp.float32) for name in numbers}
    zeros = jax.tree.map(jnp.zeros_like, numbers)
    return {"numbers": numbers, "first": zeros, "second": zeros, "mean": numbers, "count": 0.0}


def learn(
    state: Tree,
    cells: Source,
    steps: int,
    random: Generator,
    share: Callable[[], float],
    rates: tuple[float, float] = RATES,
) -> tuple[Tree, float]:
    """Return the state after so many steps, and the mean loss; `share` tells how much is done."""
    losses = []
    first, last = rates
    step = jax.jit(_step)
    for _ in range(steps):
        images, places = cells.draw(BATCH, random)
        done = min(1.0, share())
        rate = (last + (first - last) * (1 + np.cos(np.pi * done)) / 2) * min(
            1.0, (float(state["count"]) + 1) / 200
        )
        state, loss = step(state, images, places, rate)
        losses.append(loss)
    return state, float(np.mean([float(each) for each in losses]))
