"""The password validator of wk: it knows the names and venues of the tournaments too."""

from collections.abc import Iterable

from wk.accounts import passwords
from wk.tournament.models import Tournament

MOST_TOURNAMENTS = 50  # the newest ones


class NotGuessedHere(passwords.NotGuessedHere):
    """Refuses known words, and those of the tournaments that are here."""

    def more_words(self) -> Iterable[str]:
        """Return the words in names and venues of tournaments."""
        newest = Tournament.objects.order_by("-date").values_list("name", "venue")
        return passwords.words_of(text for row in newest[:MOST_TOURNAMENTS] for text in row)
