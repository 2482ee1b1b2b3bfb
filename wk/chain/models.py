"""The chain: every change of a row, each tied to the one before by its hash."""

from datetime import UTC, datetime, timedelta

from django.db import models

from wk.core.fields import CleanCharField

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# A day within what Python knows: in any time zone they are still times.
FIRST = datetime.min.replace(tzinfo=UTC) + timedelta(days=1)
LAST = datetime.max.replace(tzinfo=UTC) - timedelta(days=1)


class Link(models.Model):
    """One change of one row. Triggers of the database write it; nothing changes or deletes it.

    - `at`: microseconds since 1970.
    - `occasion`, `author`, `address`, `task`, `slug`: those of `wk.core.acting`. They are texts: a
      link outlives the account and the tournament that it names.
    - `table_name`, `row_key`: which row it was.
    - `before`, `after`: the row as JSON, "" where there was none.
    - `salt`: random, so that nobody finds what was wiped by guessing; "" in links of an older wk.
    - `hash`: SHA-256 over all of these as one list in JSON; `previous` is that of the link before.
    - `is_wiped`: what names a person was taken out of it since (`wk.chain.wiping`). Its hash is
      that of what it was, and the links after it hold on to that.
    """

    number = models.BigIntegerField(primary_key=True)
    at = models.BigIntegerField()
    occasion = models.CharField(max_length=16)
    author = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    task = models.CharField(max_length=80)
    slug = models.CharField(max_length=50)
    table_name = models.CharField(max_length=63)
    row_key = models.BigIntegerField()
    before = models.TextField()
    after = models.TextField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    salt = models.CharField(max_length=32, default="")
    is_wiped = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["slug", "number"], name="links_of_a_tournament"),
            models.Index(fields=["occasion", "author", "number"], name="links_of_an_occasion"),
            models.Index(fields=["hash"], name="link_by_hash"),
            models.Index(fields=["number"], condition=models.Q(is_wiped=True), name="wiped_links"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.table_name} {self.row_key}"

    @property
    def moment(self) -> datetime:
        """Return the time of the change."""
        return moment_of(self.at)


class Head(models.Model):
    """The number and the hash of the newest link: who deletes that link is found too.

    Its lock lets one transaction at a time add links.
    """

    ONLY = 1  # the key of the one row

    number = models.BigIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_head_of_chain")]

    def __str__(self) -> str:
        return f"{self.number} {self.hash}"


class Wiping(models.Model):
    """Something was taken out of links: of a person, or the addresses of long ago.

    - `about`: of whom or what, without any name. `person` is the key of the person, None without.
    - `links`: the number of links that were changed.
    - `digest`: SHA-256 over all links that are wiped, as they are since then. The newest one is
      compared: so a wiped link can no more be changed unseen than another one.

    Its own row is in the chain like every other, with who did it and when.
    """

    about = CleanCharField(max_length=200)
    reason = CleanCharField(max_length=300)
    person = models.BigIntegerField(null=True)
    links = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.about


class Event(models.Model):
    """Something that happened and changed no other row: a login, a file that was taken along."""

    class Kind(models.TextChoices):
        LOGIN = "login"
        FAILED_LOGIN = "failed_login"
        FAILED_CODE = "failed_code"
        RECOVERY_LOGIN = "recovery_login"
        LOGOUT = "logout"
        SECOND_STEP_ON = "second_step_on"
        SECOND_STEP_OFF = "second_step_off"
        RECOVERY_CODES = "recovery_codes"
        REFUSED = "refused"
        FORGED = "forged"
        MORE_TRIES = "more_tries"
        TAKEN_ALONG = "taken_along"
        BACKED_UP = "backed_up"
        PLACE_CHOSEN = "place_chosen"
        PLACE_FORGOTTEN = "place_forgotten"
        HALL_OPENED = "hall_opened"
        HALL_CLOSED = "hall_closed"
        TAKEN_OVER = "taken_over"
        FOLLOWED = "followed"
        FOLLOWED_NO_MORE = "followed_no_more"

    kind = models.CharField(max_length=20, choices=Kind)
    about = CleanCharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.kind}: {self.about}"


def moment_of(at: int) -> datetime:
    """Return the time that is so many microseconds after the beginning of 1970.

    A number that somebody wrote past wk may be beyond all times: then it is the last or the first.
    """
    try:
        return EPOCH + timedelta(microseconds=at)
    except OverflowError:
        return LAST if at > 0 else FIRST
