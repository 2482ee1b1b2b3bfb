"""Examples of writing, of which the reader of photos learns: nothing tells who wrote them."""

from hashlib import sha256

from django.db import models

from wk.tournament.models import Tournament

MOST = 20_000  # of a tournament, so that a database does not grow for ever: 25 MB
LONGEST = 4  # signs: "-123"


class WritingExample(models.Model):
    """A piece of a photo with one number on it, and what number that is, as a person has said.

    It leads to its tournament and to nothing else: to no form, page, player or time. `image` is
    grey, a byte for each pixel, as the network takes it (`wk.camera.cell_size`).

    Its key is made of what it holds. So the same piece is kept once, and the order of the keys
    tells neither when a piece came nor which others came with it. On SQLite the rows lie in that
    order; on PostgreSQL they lie as they came.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="writing_examples")
    image = models.BinaryField()
    text = models.CharField(max_length=LONGEST)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text

    @classmethod
    def of(cls, tournament: int, image: bytes, text: str) -> "WritingExample":
        """Return an example of a tournament, by its key, that is not stored yet."""
        digest = sha256(b"%d %s " % (tournament, text.encode()) + image).digest()
        key = int.from_bytes(digest[:8]) // 2 or 1  # the largest key of a row has 63 bits
        return cls(id=key, tournament_id=tournament, image=image, text=text)
