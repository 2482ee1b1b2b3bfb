"""Pictures of pages that came in as photos or scans and became no form, forgotten after a while."""

from datetime import datetime

from wk.privacy.taking_out import zero_what_is_deleted
from wk.scoreforms.models import ScanPage
from wk.scoreforms.scans import BECAME_NO_FORM

DAYS = 2  # that such a picture is kept


def forget_pictures(*, before: datetime) -> int:
    """Forget the pictures of pages that were not read or put aside before a moment, and of those
    whose table is gone: they stand among what was not read.

    Return the number of pages. What became of each of them stays, and who put it aside.
    """
    pages = ScanPage.objects.filter(BECAME_NO_FORM, width__gt=0, read_at__lt=before)
    pages = pages.exclude(ended_at__gte=before)
    zero_what_is_deleted()
    return pages.update(picture=b"", flat=b"", pieces=b"", width=0, height=0)
