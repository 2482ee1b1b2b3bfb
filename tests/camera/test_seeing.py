"""What the network tells of cells, and how their images are made."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.registry import game
from scoring.scan import UNREADABLE, ScannedCell
from wk.camera.cell_shape import BEYOND, normalised, scale_of, window
from wk.camera.cell_size import HIGH, WIDE
from wk.camera.network import NO_SIGN, PLACES, log_shares, shipped
from wk.camera.seeing import SeenCells, possible_texts, words_in
from wk.camera.training.hands import StrokeHand, finer, image_traces, pen_traces, thinned
from wk.camera.training.made_cells import made_cell
from wk.camera.training.writing import Style

PLAIN = Style(height=4.8, pen=0.4, gap=0.4, slant=0.05, width=1.0, dark=0.9)
ROOM = (8.8, 8.05)


def test_shares_of_the_signs_of_a_place_add_up_to_one():
    shares = np.exp(log_shares(np.zeros((3, HIGH, WIDE), np.float32)))
    assert shares.shape == (3, PLACES, NO_SIGN + 1)
    assert shares.sum(axis=2) == pytest.approx(np.ones((3, PLACES)), abs=1e-4)


def plain_shares(images, numbers):
    """Return what the network tells, layer by layer as it was learned (`training.learning`)."""
    layer = images[..., None].astype(float)
    for number in (1, 2, 3):
        kernel, (count, high, wide, _channels) = numbers[f"kernel{number}"], layer.shape
        padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
        places = [(y, x) for y in range(3) for x in range(3)]
        layer = sum(padded[:, y : y + high, x : x + wide] @ kernel[y, x] for y, x in places)
        layer = np.maximum(layer + numbers[f"shift{number}"], 0)
        if number < 3:
            layer = layer.reshape(count, high // 2, 2, wide // 2, 2, -1).max(axis=(2, 4))
    whole = np.maximum(layer.reshape(count, -1) @ numbers["kernel4"] + numbers["shift4"], 0)
    heads = (whole @ numbers["kernel5"] + numbers["shift5"]) / numbers["temperature"]
    parts = np.exp(heads.reshape(count, PLACES, NO_SIGN + 1))
    return parts / parts.sum(axis=2, keepdims=True)


def test_the_network_tells_what_its_layers_tell_one_after_the_other():
    images = np.random.default_rng(1).random((3, HIGH, WIDE)).astype(np.float32)
    found = np.exp(log_shares(images))
    assert found == pytest.approx(plain_shares(images, shipped()), abs=1e-5)


def test_no_cells_give_no_shares():
    assert log_shares(np.zeros((0, HIGH, WIDE), np.float32)).shape == (0, PLACES, NO_SIGN + 1)


def test_the_shipped_network_is_small_and_whole():
    assert {
        "temperature",
        *(f"{kind}{n}" for kind in ("kernel", "shift") for n in range(1, 6)),
    } == {*shipped()}
    assert sum(each.size for each in shipped().values()) < 1_000_000


@pytest.mark.slow
def test_plain_digits_are_read():
    random = np.random.default_rng(4)
    texts = [str(number) for number in range(11) for _ in range(20)]
    cells = [made_cell(text, StrokeHand(), PLAIN, ROOM, random) for text in texts]
    best = log_shares(np.array(cells)).argmax(axis=2)
    signs = "0123456789-KV?"
    read = ["".join(signs[at] for at in row[::-1] if at != NO_SIGN) for row in best]
    assert np.mean([a == b for a, b in zip(read, texts, strict=True)]) > 0.85


def test_paper_is_0_and_ink_is_1_in_any_light():
    image = np.full((1, HIGH, WIDE), 120, np.uint8)
    image[0, 10:14, 10:30] = 40
    found = normalised(image)
    assert (found[0, 0, 0], found[0, 12, 20]) == (0, 1)
    assert normalised(image - 20) == pytest.approx(found)


def test_a_cell_and_what_is_around_it_fit_on_its_image():
    for wide, high in ((6.4, 8.05), (8.8, 8.05), (13.1, 8.2), (10.3, 5.3)):
        scale = scale_of(wide, high)
        assert (high + 1.4) * scale <= HIGH + 1e-6
        assert (wide + 1.4) * scale <= WIDE + 1e-6


def test_little_is_shown_of_the_cells_beside():
    shown = window(6.4, 8.05)
    half = (6.4 / 2 + BEYOND) * scale_of(6.4, 8.05)
    assert shown[HIGH // 2].sum() == pytest.approx(2 * half, abs=0.1)
    assert (shown[HIGH // 2, WIDE // 2], shown[HIGH // 2, 0]) == (1, 0)
    assert shown[0, WIDE // 2] < 0.2


def test_what_may_stand_in_a_cell_follows_from_the_layout():
    layout = game("wk-boerenbridge").layout(5)
    paths = ["deals.0.bids.0", "deals.9.tricks.0", "deals.0.figures.0.0", "deals.0.dealer"]
    found = possible_texts(layout, paths)
    bids = ("", UNREADABLE, *map(str, range(11)), "K", "V")
    assert found["deals.0.bids.0"] == bids
    assert found["deals.9.tricks.0"] == ("", UNREADABLE, "0", "1", "K", "V")
    assert "-10" in found["deals.0.figures.0.0"]
    assert "deals.0.dealer" not in found


def test_what_may_stand_in_the_cells_of_other_games_follows_from_their_layouts():
    layout = game("rubber-bridge").layout(4)
    paths = [f"contracts.0.{name}" for name in ("declarer", "level", "strain", "honours.points")]
    found = possible_texts(layout, [*paths, "pad.0.1", "pad.0.1.3", "foot.0.0"])
    assert [found.get(path, ())[2:] for path in paths] == [
        ("1", "2", "3", "4"), tuple("01234567"), (), ("100", "150"),
    ]  # fmt: skip
    assert ("pad.0.1" in found, "700" in found["pad.0.1.3"]) == (False, True)
    assert ("-1230" in found["foot.0.0"], "1235" in found["foot.0.0"]) == (True, False)
    assert words_in(layout)[:2] == ["contracts.0.strain", "contracts.0.doubled"]
    found = possible_texts(game("kleurenwiezen").layout(4), ["deals.0.tricks", "deals.0.contract"])
    assert found == {"deals.0.tricks": ("", UNREADABLE, *map(str, range(14)))}


def test_ink_is_thinned_to_a_line():
    ink = np.zeros((1, 20, 20), bool)
    ink[0, 4:16, 8:13] = True
    thin = thinned(ink)[0]
    assert thin.sum(axis=1).max() <= 2
    assert thin.any(axis=1).sum() >= 7


def test_an_image_is_made_finer_by_what_is_between_its_pixels():
    image = np.array([[[0, 90], [0, 90]]], np.uint8)
    assert finer(image, 3)[0] == pytest.approx(np.array([[0, 0, 30, 60, 90, 90]] * 6))
    assert finer(image).shape == (1, 4, 4)


def test_the_digits_of_data_are_one_high():
    row = np.array([[0, 100, 50, 90, 100, 80, 60, 60, 40, 40, 20, 20, 10, 10, 0, 0, 7]], float)
    (seven,) = pen_traces(row)["7"]
    assert np.ptp(seven[:, 1]) == pytest.approx(1)
    image = np.zeros((1, 28, 28), np.uint8)
    image[0, 4:24, 12:16] = 255
    (one,) = image_traces(image, np.array([1], np.uint8), 140)["1"]
    assert np.ptp(one[:, 1]) == pytest.approx(1)
    assert np.ptp(one[:, 0]) < 0.3


def seen_digits(wrong, margin):
    """Return what is seen in 100 cells, so many of them wrongly, and what stands in them."""
    texts = tuple("0123456789")
    cells, scores = [], {}
    for number in range(100):
        path, text, read = f"deals.{number}.bids.0", number % 10, number % 10
        if number < wrong:
            read = (text + 1) % 10
        scores[path] = np.where(np.arange(10) == read, 0, -margin).astype(np.float32)
        cells.append(ScannedCell(path, str(text), 0.99))
    return SeenCells(dict.fromkeys(scores, texts), scores, {}), cells


@pytest.mark.parametrize(
    ("wrong", "margin", "low", "high"),
    [(20, 10, 1.8, 2.7), (10, 4.4, 0.9, 1.15), (0, 4.4, 0.6, 0.8)],
)
def test_how_sure_a_hand_is_read_is_told_by_what_the_sums_say(wrong, margin, low, high):
    seen, cells = seen_digits(wrong, margin)
    assert low < seen.temperature(cells) < high


def test_what_is_not_known_by_the_sums_tells_nothing_of_the_hand():
    seen, cells = seen_digits(20, 10)
    unknown = [replace(cell, certainty=0.5) for cell in cells]
    assert seen.temperature(unknown) == 1


def test_a_higher_temperature_is_less_sure_of_the_same_texts():
    seen, _cells = seen_digits(0, 4)
    sure, unsure = seen.scan().sight("deals.3.bids.0"), seen.scan(2).sight("deals.3.bids.0")
    assert (sure.best, unsure.best) == ("3", "3")
    assert sure.texts["3"] == pytest.approx(seen.sure, abs=1e-5)
    assert sure.texts["3"] > unsure.texts["3"] > sum(unsure.texts.values()) / 10
