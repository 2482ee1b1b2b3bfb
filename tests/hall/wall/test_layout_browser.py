"""The pages of a wall: everything fits, and nothing covers anything else."""

import pytest

from tests.hall.ceremony.conftest import let_announce
from tests.hall.wall.halls import (
    ANNOUNCEMENTS,
    LARGE_WALLS,
    MANY,
    TABLET,
    finish_tournament,
    make_round_late,
)
from tests.samples import some
from wk.tournament.models import Entry, Tournament

pytestmark = pytest.mark.browser

WALLS = [*LARGE_WALLS, (1280, 720), (1920, 800)]
HANGING_OUT = """() => [...document.querySelectorAll('.hall-table')].filter((tile) => {
  const frame = tile.getBoundingClientRect();
  const parts = '.hero, .badge, .clock-left, progress, .hall-players li';
  return [...tile.querySelectorAll(parts)].some((part) => {
    const at = part.getBoundingClientRect();
    return at.width && (at.left < frame.left || at.right > frame.right + 0.5
      || at.top < frame.top - 0.5 || at.bottom > frame.bottom + 0.5);
  });
}).map((tile) => tile.id)"""
SIZES = """() => [...new Set([...document.querySelectorAll('.hall-table .hero')]
  .map((number) => getComputedStyle(number).fontSize))]"""
NAMES_ON_TILES = """() => [...document.querySelectorAll('.hall-players li:not(.long, .longest)')]
  .map((name) => parseFloat(getComputedStyle(name).fontSize))"""
SAID = ".reveal :is(.place, h1, .club, .tally, .decider), .ceremony-steps button"
COVERED = """(what) => {
  const said = document.querySelector('#news').getBoundingClientRect();
  return [...document.querySelectorAll(what)].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.left < said.right && at.right > said.left && at.top < said.bottom
      && at.bottom > said.top;
  }).map((each) => each.textContent.trim());
}"""
# The pages of the wall. For each: the rows that are not whole or not in sight, and the pixels of
# the smallest name, without those that are long.
PAGES = """() => [...document.querySelectorAll('.wall-page')].map((page) => {
  for (const each of document.querySelectorAll('.wall-page')) each.hidden = each !== page;
  const rows = [...page.querySelectorAll('.wall-list li')];
  const names = [...page.querySelectorAll('.wall-list .name:not(.long, .longest)')];
  return {
    key: page.dataset.key,
    rows: rows.length,
    cut: rows.filter((row) => {
      const frame = row.getBoundingClientRect();
      const parts = [...row.querySelectorAll('.name, .rank, .wp, .points, b')];
      return frame.bottom > innerHeight || parts.some((part) => {
          const at = part.getBoundingClientRect();
          return at.bottom > frame.bottom + 3 || at.top < frame.top - 3
            || at.right > frame.right + 1 || part.scrollWidth > part.clientWidth + 1
              && getComputedStyle(part).display !== 'inline';
        });
    }).map((row) => row.textContent.replace(/\\s+/g, ' ')),
    size: Math.min(...names.map((name) => parseFloat(getComputedStyle(name).fontSize))),
    seconds: Number(page.dataset.seconds),
  };
})"""
COVERS_CHOICE = """() => {
  const bar = document.querySelector('.wall-choice').getBoundingClientRect();
  return [...document.querySelectorAll('.wall-list li, .hall-table')].filter((each) => {
    const at = each.getBoundingClientRect();
    return at.height && at.bottom > bar.top && at.right > bar.left && at.left < bar.right;
  }).map((each) => each.textContent);
}"""
LEGIBLE = 42  # pixels of a name at 1080p
LONG_NAMES = ["Wilhelmina Johanna van der Meulen-Hoogendoorn", "Christiaan Bartholomeus de Graaf"]


def give_long_names(server):
    with server.database():
        for entry, name in zip(Entry.objects.order_by("number"), LONG_NAMES, strict=False):
            entry.name = name
            entry.save(update_fields=["name"])


def resize_to_walls(page, walls):
    """Give a page the size of each wall; yield its height."""
    for width, height in walls:
        page.set_viewport_size({"width": width, "height": height})
        yield height


@pytest.mark.parametrize("players", [23, 30, *some([60, 120, 150, 250], 2)])
def test_every_table_fits_its_tile(server, open_wall_page, players):
    """All numbers have one size, also where a table has more time or is behind."""
    server.practise(f"--players {players}")
    make_round_late(server)
    give_long_names(server)
    page = open_wall_page("wall/?show=play")
    page.locator(".own-time .clock-left").nth(1).wait_for()
    for height in resize_to_walls(page, WALLS):
        assert page.evaluate(HANGING_OUT) == []
        assert len(page.evaluate(SIZES)) == 1
        assert page.evaluate("document.documentElement.scrollHeight") == height
        names = page.evaluate(NAMES_ON_TILES)
        legible = {23: LEGIBLE, 30: LEGIBLE - 4}  # pixels at 1080p; other tiles have no names
        assert bool(names) is (players in legible)
        assert all(size >= legible[players] * height / 1080 for size in names)


@pytest.mark.parametrize(
    ("players", "seats", "everybody"), [(23, [23], [20, 3]), (120, [24] * 5, [20] * 6)]
)
def test_every_name_on_the_wall_is_whole_and_large(
    server, open_wall_page, players, seats, everybody
):
    """Also long names, and below an announcement; everybody passes within a minute and a half."""
    server.practise(f"--players {players}")
    make_round_late(server)
    give_long_names(server)
    wanted = {"seats": seats, "standings": [12, *everybody]}  # and those who rose
    for scene, rows in wanted.items():
        page = open_wall_page(f"wall/?show={scene}")
        for width, height in WALLS:
            page.set_viewport_size({"width": width, "height": height})
            # with and without the choice of a scene, which has a room of its own
            for across in (9, height):
                page.mouse.move(across, 9)
            assert page.evaluate(COVERS_CHOICE) == []
            pages = page.evaluate(PAGES)
            assert [each["rows"] for each in pages if each["key"] != "risers-1"] == rows
            assert [each["cut"] for each in pages if each["cut"]] == []
            assert page.evaluate("document.documentElement.scrollHeight") == height
            assert min(each["size"] for each in pages) >= LEGIBLE * height / 1080
        assert sum(each["seconds"] for each in pages) <= 90
        page.set_viewport_size(TABLET)  # all pages below each other, as on a phone
        assert page.locator(".wall-page:visible").count() == len(pages)
        assert page.evaluate("document.documentElement.scrollWidth") == TABLET["width"]


# Of the page in sight: the right ends of the heads in sight, and those of the first row below each.
HEADS = """() => [...document.querySelectorAll('.wall-page:not([hidden]) .wall-columns')]
  .filter((each) => each.checkVisibility()).map((head, column) => {
    const rows = head.closest('.wall-page').querySelectorAll('.wall-list li');
    const row = rows[column * 10], size = (each) => parseFloat(getComputedStyle(each).fontSize);
    const end = (each) => Math.round(each.getBoundingClientRect().right);
    const [, wp, points] = [...head.children];
    return {
      words: [wp.textContent, points.textContent],
      is_above: end(points) === end(row.querySelector('.points'))
        && Math.abs(end(wp) - end(row.querySelector('.wp'))) < 60,
      is_large: Math.min(size(wp), size(points)) >= innerHeight / 45,
    };
  })"""


def test_the_numbers_of_everybody_have_heads(server, open_wall_page):
    server.practise("--players 23")
    page = open_wall_page("wall/?show=standings")
    head = {"words": ["WP", "Punten"], "is_above": True, "is_large": True}
    width, height = WALLS[0]
    page.set_viewport_size({"width": width, "height": height})
    for number, columns in ((1, 2), (2, 1)):
        while page.locator(f".wall-page[data-key=everybody-{number}]").is_hidden():
            page.keyboard.press("ArrowRight")
        assert page.evaluate(HEADS) == [head] * columns
    page.set_viewport_size(TABLET)  # there all lists stand below each other, and each has its heads
    assert page.locator(".wall-columns:visible").all_inner_texts() == [
        "De eerste twaalf\nWP\nPunten\nRonde 3",
        "De grootste stijgers\nWP\nPunten\nGestegen",
        *["WP\nPunten"] * 2,
    ]


@pytest.mark.parametrize("is_over", [False, True])
def test_announcements_cover_nothing(server, open_wall_page, is_over):
    server.practise(MANY)
    director = make_round_late(server)
    if is_over:
        finish_tournament(server)
    page = open_wall_page("wall/", official=director, locale="en-GB")
    assert page.locator(".podium").count() == is_over
    page.keyboard.press("ArrowRight")  # from the clock or the winners to the first twelve
    page.locator(".top-page").wait_for()
    newest, older = (page.locator(".announcement", has_text=text) for text in ANNOUNCEMENTS[::-1])
    assert newest.bounding_box()["y"] < older.bounding_box()["y"]
    for _height in resize_to_walls(page, WALLS):
        assert page.evaluate(COVERED, ".wall-head, .wall-list :is(.name, .wp, .this-round)") == []
    if is_over:
        with server.database():
            let_announce(Tournament.objects.get(), 1)
        page.goto(f"{server.url}/t/oefen/ceremony/1/")
        assert page.evaluate(COVERED, SAID) == []
