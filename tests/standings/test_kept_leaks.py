"""What is withheld or not yet public is in nothing that wk keeps or sends, in either language.

All of it is compared before and after a change of the secrets: pages, parts of pages, feeds,
workbooks, pictures, the files that the processes of a server share, and those of the mirror.
"""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.rounds.constraints.tournaments import make_tournament
from tests.samples import is_everything
from tests.standings.test_visibility_leaks import (
    SECRETS,
    addresses_with,
    change_hidden_results,
    everything_public,
    give_prizes,
    text_of_answer,
    without_tokens,
)
from tests.standings.withheld import ALL, TOP, withhold
from wk.feeds.kinds import FILE_KINDS
from wk.publication.mirror import Mirror
from wk.publication.versions import current_versions
from wk.rounds.draws.draw_service import draw_all_rounds
from wk.rounds.lifecycle.transitions import confirm_round
from wk.tournament.models import Round, Seat

TYPES = {".png": "image/png", ".xlsx": FILE_KINDS["xlsx"].content_type}
# Everything is read twice in two languages, which takes minutes: bin/drill withheld does it.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(not is_everything(), reason="only with --everything"),
]
# Moments and versions: everybody may know that something has changed.
TOKENS = re.compile(
    r'(csrfmiddlewaretoken" value|data-version|data-now|data-at)="[^"]*"'
    r'|"(version|now)": ?"?[\d.]+"?'
)


def text_of_file(content: bytes, content_type: str) -> str:
    """Return the text of the bytes of an answer of this type."""
    return text_of_answer(HttpResponse(content, content_type=content_type))


def shared_files(folder: Path) -> dict[str, str]:
    """Return what the processes of a server keep for each other, by address and language."""
    found = {}
    for path in folder.glob("*.page"):
        head, _newline, content = path.read_bytes().partition(b"\n")
        if not head:
            continue
        kept = json.loads(head)
        body = gzip.decompress(content) if kept["is_packed"] else content
        name, query, language, part = kept["key"][:4]
        types = dict(kept["headers"])
        text = text_of_file(body, types["Content-Type"])
        found[f"kept {name}?{query} {language} {part}"] = f"{types} {text}"
    return found


def mirrored_files(folder: Path) -> dict[str, str]:
    """Return the files of the mirror by their names."""
    site = Mirror(folder)
    if not folder.exists():
        site.prepare()
    now = current_versions()
    site.update_first(now)
    site.update_rest(now)
    found = {}
    for path in (path for path in folder.rglob("*") if path.is_file()):
        name, content = path.relative_to(folder), path.read_bytes()
        if name.parts[0] == "static":
            continue
        kind = TYPES.get(path.suffix, "text/plain")
        found[f"mirror {name}"] = text_of_file(content, kind)
    return found


def everything_kept(numbers: tuple[int, ...], folder: Path) -> dict[str, str]:
    """Return all that anybody can read, and all that is kept of it, without versions."""
    found = {}
    for language in ("nl", "en"):
        reader = Client(headers={"accept-language": language})
        read = without_tokens(everything_public(reader, numbers))
        found |= {f"{language} {address}": body for address, body in read.items()}
    found |= shared_files(folder / "shared")
    found |= mirrored_files(folder / "mirror")
    return {
        address: TOKENS.sub("", body)
        for address, body in found.items()
        if "changes.json" not in address and ".wk-mirror" not in address
    }


@pytest.fixture
def folder(kept_pages, settings, tmp_path):
    """A folder for what is kept, which the processes of a server share."""
    (tmp_path / "shared").mkdir()
    settings.SHARED_PAGES = str(tmp_path / "shared")
    return tmp_path


def differing(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return what is not the same, or not there, before and after."""
    return sorted(name for name in before | after if before.get(name) != after.get(name))


@pytest.mark.parametrize("what", [TOP, ALL])
def test_nothing_that_is_kept_depends_on_withheld_results(twelve_players, folder, what):
    give_prizes(twelve_players)
    withhold(twelve_players, what)
    before = everything_kept((1, 2, 3), folder)
    assert addresses_with(before, SECRETS) == {}
    change_hidden_results(twelve_players)
    assert differing(before, everything_kept((1, 2, 3), folder)) == []


def test_public_results_are_in_all_that_is_kept(twelve_players, folder):
    """Otherwise the tests above would prove nothing."""
    kept = everything_kept((1, 2, 3), folder)
    for kind in ("nl ", "en ", "kept ", "mirror "):
        of_kind = {name: body for name, body in kept.items() if name.startswith(kind)}
        assert set(addresses_with(of_kind, SECRETS)) == set(SECRETS), kind


def test_nothing_that_is_kept_depends_on_a_draw_that_is_not_confirmed(
    tournament_in_round_2, folder
):
    before = everything_kept((1, 2, 3, 4), folder)
    drawn = tournament_in_round_2.rounds.get(state=Round.State.DRAWN)
    seats = list(drawn.seats.order_by("number"))
    entries = [seat.entry_id for seat in seats]
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat, entry in zip(seats, entries[1:] + entries[:1], strict=True):
        seat.pk, seat.entry_id = None, entry
        seat.save(force_insert=True)
    drawn.tables.update(number=78)
    drawn.seed = (drawn.seed or 0) + 1
    drawn.save(update_fields=["seed"])
    assert differing(before, everything_kept((1, 2, 3, 4), folder)) == []


def test_no_draw_number_is_kept_while_a_round_is_not_public(folder):
    """With it anybody makes the seats of that round."""
    seed, numbers = 918273645, (1, 2, 3)
    draw_all_rounds(tournament=make_tournament(25, slug="hal"), seed=seed)
    first, second, last = Round.objects.select_related("tournament").order_by("number")
    confirm_round(round=first)
    confirm_round(round=second)
    assert addresses_with(everything_kept(numbers, folder), [seed]) == {}
    confirm_round(round=last)
    kept = everything_kept(numbers, folder)
    for kind in ("nl ", "en ", "kept ", "mirror "):
        of_kind = {name: body for name, body in kept.items() if name.startswith(kind)}
        assert {*addresses_with(of_kind, [seed])} == {seed}, kind
