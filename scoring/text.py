"""Words of the games in both languages, so that a game brings its own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One text in Dutch and English; `{name}` stands for a value filled in by `format`.

    >>> Text("bod {bid}", "bid {bid}").format(bid=3).to("en")
    'bid 3'
    """

    nl: str
    en: str

    def to(self, language: str) -> str:
        """Return the text in `language` ("en", "en-gb", "nl" …); Dutch where we do not speak it."""
        return self.en if language.partition("-")[0] == "en" else self.nl

    def format(self, **values: object) -> "Text":
        """Return the text with its places filled in."""
        return Text(self.nl.format(**values), self.en.format(**values))
