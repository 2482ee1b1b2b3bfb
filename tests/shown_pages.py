"""The pages of the practice tournaments: what the public sees, officials, and those at work."""

from io import BytesIO

from django.utils import timezone
from PIL import Image

from tests.played import played
from wk.accounts.models import User
from wk.phones.services import keys_for
from wk.scoreforms.drafts import save_draft
from wk.scoreforms.photos.services import keep_photos, redrawn
from wk.scoreforms.services import Submission, hand_in
from wk.tournament.models import Table, Tournament

PUBLIC = [
    "/",
    "/login/",
    "/guide/",
    "/t/oefen/",
    "/t/oefen/standings/",
    "/t/oefen/standings/1/",
    "/t/oefen/standings/embed/",
    "/t/oefen/players/",
    "/t/oefen/players/?q=de",
    "/t/oefen/players/?q=zzz",
    "/t/oefen/players/1/",
    "/t/oefen/figures/",
    "/years/",
    "/years/players/",
    "/t/oefen/rounds/",
    "/t/oefen/rounds/3/",
    "/t/oefen/rounds/3/?q=de",
    "/t/oefen/rounds/1/tables/1/",
    "/t/oefen/rounds/3/tables/7/",
    "/t/oefen/hall/",
    "/t/oefen/wall/",
    "/t/oefen/hall/news/",
    "/t/oefen/find/?q=7",
    "/t/oefen/prizes/",
    "/t/oefen/wall/?show=standings",
    "/t/oefen/wall/?show=seats",
    "/t/oefen/wall/2/?show=curtain",
    "/t/oefen/rules/",
    "/t/oefen/rules/winner/?cards=9H.KH.2S.AH.3H&hand3=5H",
    "/t/oefen/rules/winner/?leader=2&cards=9H.KH.2S.AH.3H&hand4=5H.6H",
    "/t/oefen-bollen/rules/",
    "/t/oefen-bollen/rules/winner/?players=4&trump=C&marshall=x&wizards=x&cards=AH.2H.KD&add=AH",
    "/t/oefen-bollen/rules/winner/?players=4&trump=C&mexican=x&cards=AH.2H.KD.JD",
    "/t/oefen-bollen/rounds/1/tables/1/",
    "/t/oefen-rubber-bridge/players/",
    "/t/oefen-rubber-bridge/rounds/1/",
    "/t/oefen-rubber-bridge/rounds/1/tables/1/",
    "/t/oefen-rubber-bridge/rules/winner/?trump=S&declarer=1&cards=9H.KH.AH.2C",
    "/t/oefen-rubber-bridge/players/1/",
    "/t/oefen-kleurenwiezen/players/1/",
    "/t/oefen-kleurenwiezen/rules/",
    "/t/oefen-kleurenwiezen/rules/winner/?contract=grote-miserie&trump=S&cards=9H",
    "/t/oefen-kleurenwiezen/rounds/1/tables/1/",
    "/t/nergens/",
]
# Public addresses without a page for readers, and why.
NO_PAGES = {
    "accounts:begin": "it is there until the first account is made",
    "accounts:login_code": "it comes after a password: tests/accounts/test_second_step_browser.py",
    "camera:phone": "it is of one phone of a clerk: tests/camera/scans",
    "choose_language": "it leads back",
    "phones:phone": "it is of one table: a test below",
    "players:card": "it leads to a player",
    "players:kiosk": "it is of the device at the door: tests/players/kiosk",
    **dict.fromkeys(("favicon.ico", "manifest", "robots.txt", "phones:worker"), "it is a file"),
    "standby:arrive": "it shows what a browser brings: tests/standby/test_browser.py",
    "standby:term": "it is for the other laptop",
    "publication:changes": "it is for open pages",
    "health": "it is for programs that watch",
}
OFFICIAL = [
    "/",
    "/new/",
    "/import/",
    "/practice/",
    "/style/",
    "/in-the-hall/",
    "/accounts/",
    "/accounts/add/",
    "/accounts/slip/",
    "/accounts/1/slip/",
    "/accounts/1/",
    "/accounts/1/password/",
    "/backups/",
    "/changes/",
    "/standby/",
    "/standby/alone/",
    "/password/",
    "/second-step/",
    "/computer/",
    "/t/oefen/",
    "/t/oefen/edit/",
    "/t/oefen/players/",
    "/t/oefen/players/add/",
    "/t/oefen/players/import/",
    "/t/oefen/players/1/edit/",
    "/t/oefen/desk/",
    "/t/oefen/desk/?q=zzz",
    "/t/oefen/desk/?player=1",
    "/t/oefen/desk/1/",
    "/t/oefen/desk/1/card/",
    "/t/oefen/desk/1/privacy/",
    "/t/oefen/desk/kiosk/",
    "/t/oefen/desk/late/",
    "/t/oefen/desk/several/",
    "/t/oefen/log/",
    "/t/oefen/rounds/",
    "/t/oefen/rounds/1/",
    "/t/oefen/rounds/3/",
    "/t/oefen/rounds/3/reseat/",
    "/t/oefen/rounds/3/reseat/table/",
    "/t/oefen/rounds/wishes/",
    "/t/oefen/rounds/1/tables/1/",
    "/t/oefen/print/",
    "/t/oefen/print/logo/",
    "/t/oefen/prizes/add/",
    "/t/oefen/standings/",
    "/t/oefen/figures/",
    "/t/oefen/players/1/",
    "/t/oefen/hall/",
    "/t/oefen/hall/announcements/",
    "/t/oefen/wall/control/",
    "/t/oefen/forms/",
    "/t/oefen/forms/?round=1",
    "/t/oefen/forms/1/1/",
    "/t/oefen/forms/1/1/history/",
    "/t/oefen/forms/3/7/",
    "/t/oefen/ceremony/",
    "/t/oefen-bollen/rules/",
    "/t/oefen-bollen/forms/1/1/",
    "/t/oefen-bollen/forms/3/4/",
    "/t/oefen-rubber-bridge/rules/",
    "/t/oefen-rubber-bridge/players/",
    "/t/oefen-rubber-bridge/forms/1/1/",
    "/t/oefen-rubber-bridge/forms/3/6/",
    "/t/oefen-kleurenwiezen/rules/",
    "/t/oefen-kleurenwiezen/forms/1/1/",
    "/t/oefen-kleurenwiezen/forms/3/6/",
]
# What only is there while forms come in, are looked at and kept on phones.
AT_WORK = [
    "/t/oefen/forms/?round=3&show=missing",
    "/t/oefen/forms/?round=3&show=look",
    "/t/oefen/forms/settings/",
    "/t/oefen/forms/pile/",
    "/t/oefen/forms/3/4/",
    "/t/oefen/forms/3/4/?totals",
    "/t/oefen/forms/3/4/photos/",
    "/t/oefen/forms/3/4/second/",
    "/t/oefen/forms/3/5/settle/",
    "/t/oefen/forms/3/5/history/",
    "/t/oefen/forms/3/5/history/?version=2&with=1",
    "/t/oefen/forms/3/6/",
    "/t/oefen/phones/3/",
    "/t/oefen/phones/3/?table=7",
    "/phone/",
]
# One game of each kind of form.
OTHER_GAMES = ["bollen", "rubber-bridge", "kleurenwiezen"]
# What is seen in the dark as well, by whoever works late.
DARK = {
    "/t/oefen/",
    "/t/oefen/rules/winner/?cards=9H.KH.2S.AH.3H&hand3=5H",
    "/t/oefen/standings/",
    "/t/oefen/players/1/",
    "/t/oefen/standings/embed/",
    "/t/oefen/players/?q=de",
    "/t/oefen/rounds/3/",
    "/t/oefen/rounds/3/?q=de",
    "/t/oefen/rounds/1/tables/1/",
    "/t/oefen/hall/",
    "/t/oefen/figures/",
    "/t/oefen/rules/",
    "/t/oefen/forms/pile/",
    "/t/oefen/forms/3/5/settle/",
    "/t/oefen/phones/3/",
}


def hand_in_forms():
    """Hand in a waiting form with a photo and one that was typed differently, and begin one on a
    phone.

    Return the keys of the tables after them.
    """
    now = timezone.now()
    Tournament.objects.filter(slug="oefen").update(second_check="every")
    tables = Table.objects.filter(round__tournament__slug="oefen", round__number=3)
    waits, differs, begun, *free = tables.filter(number__gte=4).order_by("number")
    anna, bea = (User.objects.create_user(name) for name in ("anna", "bea"))
    hand_in(table=waits, submission=Submission(played(waits, 1), anna, now))
    file = BytesIO()
    Image.new("RGB", (1200, 1600), "ivory").save(file, "JPEG")
    keep_photos(table=waits, pictures=[redrawn(file)], author=anna, now=now)
    for author, seed in ((anna, 1), (bea, 2)):
        hand_in(table=differs, submission=Submission(played(differs, seed), author, now))
    document = played(begun, 3)
    document["deals"] = document["deals"][:4]
    save_draft(table=begun, document=document, author=None, now=now, expected=0)
    return [key.key for key in keys_for(tables=free, now=now).values()]
