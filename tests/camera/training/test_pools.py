"""The cells to learn from: the newest of those that were made, mixed with those of tournaments."""

import numpy as np

from wk.camera.cell_size import HIGH, WIDE
from wk.camera.training.pools import Mixture, Pool


def pool(most, *values):
    made = Pool(most)
    for value in values:
        made.add(
            np.full((10, HIGH, WIDE), value, np.float32), np.full((10, 4), value * 10, np.int32)
        )
    return made


def test_the_newest_cells_replace_the_oldest():
    _images, places = pool(20, 0, 0.5, 1).draw(200, np.random.default_rng(1))
    assert {*places[:, 0].tolist()} == {5, 10}


def test_cells_are_drawn_as_they_came_lit_and_moved_a_little():
    images, places = pool(10, 1).draw(50, np.random.default_rng(1))
    assert (images.shape, places.shape) == ((50, HIGH, WIDE), (50, 4))
    means = images.mean(axis=(1, 2))
    assert 0.75 < means.min() < 0.9 < 1.05 < means.max() < 1.2


def test_a_mixture_has_its_share_of_each():
    mixture = Mixture(pool(10, 0), pool(10, 1), share=0.25)
    images, places = mixture.draw(128, np.random.default_rng(1))
    assert (len(images), len(places)) == (128, 128)
    assert (places[:, 0] == 10).sum() == 32
    assert (images.mean(axis=(1, 2)) > 0.5).sum() == 32
