"""Pictures of pages that came in as photos or scans and became no form, forgotten after a while."""

from datetime import datetime

from wk.privacy.taking_out import zero_what_is_deleted
from wk.scoreforms.models import ScanPage

DAYS = 2  # that such a picture is kept
ENDS = (ScanPage.State.REFUSED, ScanPage.State.DROPPED)


def forget_pictures(*, before: datetime) -> int:
    """Forget the pictures of pages that were not read or put aside before a moment.

    Return the number of pages. What became of each of them stays, and who put it aside.
    """
    pages = ScanPage.objects.filter(state__in=ENDS, width__gt=0, read_at__lt=before)
    pages = pages.exclude(ended_at__gte=before)
    zero_what_is_deleted()
    return pages.update(picture=b"", flat=b"", pieces=b"", width=0, height=0)
