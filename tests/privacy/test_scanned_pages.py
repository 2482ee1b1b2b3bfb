"""The pictures of pages that became no form are forgotten after some days."""

import datetime as dt

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.camera.scans.made_pages import read_page, refused_page
from wk.scoreforms.models import ScanPage

pytestmark = pytest.mark.django_db

State = ScanPage.State


def test_a_page_that_became_no_form_loses_its_picture_after_two_days(tournament, clerk):
    now = timezone.now()
    old, new = now - dt.timedelta(days=2, minutes=1), now - dt.timedelta(days=1)
    put_aside = {"state": State.DROPPED, "ended_by": clerk}
    kept = [
        read_page(1),
        refused_page(tournament),
        refused_page(tournament, ended_at=new, **put_aside),
    ]
    gone = [
        refused_page(tournament),
        refused_page(tournament, ended_at=old, **put_aside),
        read_page(2),
    ]
    ScanPage.objects.update(read_at=old)
    ScanPage.objects.filter(pk=gone[2].pk).update(table=None)  # its draw was thrown away
    ScanPage.objects.filter(pk=kept[1].pk).update(read_at=new)
    call_command("forget_addresses")
    with_picture = ScanPage.objects.exclude(width=0).order_by("pk")
    assert [page for page in with_picture if page.picture] == kept
    assert [*ScanPage.objects.filter(width=0, picture=b"", flat=b"").order_by("pk")] == gone
    assert [page.why for page in ScanPage.objects.filter(width=0)] == ["no-code", "no-code", ""]
