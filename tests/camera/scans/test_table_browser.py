"""A table takes a photo of its paper form with its own phone, and reads what became of it."""

import pytest
from django.utils import timezone

from tests.camera.scans.made_pages import jpeg
from tests.listed_players import nine_players_in_round_1
from tests.phones.phone_requests import PHONE
from wk.phones.services import keys_for
from wk.scoreforms.models import ScanPage, ScanPile
from wk.tournament.models import Round, Table

pytestmark = pytest.mark.browser


@pytest.fixture
def key(server):
    with server.database():
        nine_players_in_round_1()
        table = Table.objects.get(number=1)
        return keys_for(tables=[table], now=timezone.now())[table.pk].key


@pytest.mark.slow
def test_a_table_sends_a_photo_and_reads_what_became_of_it(server, chromium, key, tmp_path):
    photo = tmp_path / "form.jpg"
    photo.write_bytes(jpeg())
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{server.url}/phone/#{key}")
    button = page.get_by_role("button", name="Photo of the form")
    with page.expect_file_chooser() as chosen:
        button.click()
    chosen.value.set_files(photo)
    page.get_by_text("No code of a score sheet can be read on it").wait_for(timeout=60_000)
    with server.database():
        assert ScanPile.objects.get().table.number == 1
        ScanPage.objects.update(state=ScanPage.State.READ, why="")
    page.reload()
    page.get_by_text("The photo was read. Bring the paper to the office.").wait_for()
    with server.database():
        Round.objects.update(state=Round.State.CLOSED)
    page.reload()
    page.get_by_role("heading").wait_for()
    page.wait_for_load_state("networkidle")
    assert button.count() == 0
    context.close()
