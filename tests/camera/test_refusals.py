"""Pages that are refused by their codes alone."""

import json
import os
from io import StringIO

import numpy as np
import pytest
from django.core.management import call_command
from PIL import Image

from tests.camera.test_locating import picture_of
from wk.camera.cannot_read import Why
from wk.camera.reading import SheetReader
from wk.tournament.models import Tournament


def why_not(*texts):
    """Return why a page with these codes beside each other is not read."""
    page = SheetReader().read(np.hstack([picture_of(text) for text in texts]))
    assert page.form is None
    return page.why.why


def test_several_sheets_on_a_photo_are_refused():
    sheets = ("WK/WK-TEST/1/2/1", "WK/WK-TEST/1/3/1")
    assert why_not(*sheets) == Why.SEVERAL


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ("WK/WK-TEST/1/999999999/2", Why.NO_TABLE),
        ("WK/WK-TEST/9999/1/2", Why.NO_ROUND),
        ("WK/NONE/1/1/2", Why.OTHER_TOURNAMENT),
    ],
)
def test_a_sheet_that_is_not_ours_is_refused(tournament, sheet, why):
    assert why_not(sheet) == why


def test_a_page_that_cannot_be_opened_is_refused():
    assert SheetReader().read(None).why.why == Why.NO_PICTURE


@pytest.mark.django_db
def test_a_file_of_which_the_name_is_no_text_is_told(english, capfd):
    call_command("read_forms", os.fsdecode(b"\xff.jpg"))
    told = capfd.readouterr().out
    assert told == "\\udcff.jpg: There is no such file, or it may not be read.\n"


@pytest.mark.django_db
def test_a_page_at_which_the_reader_fails_stops_no_pile(tournament, tmp_path):
    """The tournament of the sheet on it has a game that this version does not know."""
    Tournament.objects.update(game="a-game-of-later")
    first, *rest = (
        Image.fromarray(picture_of(text)) for text in ("WK/WK-TEST/1/1/2", "WK/NONE/1/1/2")
    )
    first.save(tmp_path / "pile.tif", save_all=True, append_images=rest)
    out = StringIO()
    call_command("read_forms", str(tmp_path / "pile.tif"), "--format=json", stdout=out)
    found = [(page["page"], page["why"]) for page in json.loads(out.getvalue())]
    assert found == [(1, "failed"), (2, "other-tournament")]
