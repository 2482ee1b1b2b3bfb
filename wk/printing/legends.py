"""Legends below the rows of a printed form: the meaning of columns, and the answers allowed."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.layout import Field, Layout, Mark
from scoring.slip import signed
from scoring.text import Text

NO_BREAK = "\N{NO-BREAK SPACE}"
SCORING = Text("punten", "points")


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend for one column or more: `label` holds their headings, `words` the explanation."""

    label: Text
    words: Text


def legends(layout: Layout) -> tuple[Legend, ...]:
    """Return the legends of the columns that are filled in once for each deal.

    A legend has the answers of a choice and the help text. Columns with the same words share a
    legend. Answers that stand in the chart on the paper are not repeated.
    """
    columns_by_words: dict[Text, list[Text]] = {}
    chart = layout.paper.chart
    for field in layout.rows[0].cells if layout.rows else ():
        if chart and field.label == chart.headings[0]:
            continue
        if field.choices or field.help:
            columns_by_words.setdefault(_words(field), []).append(field.label)
    return tuple(Legend(_joined(labels), words) for words, labels in columns_by_words.items())


def remarks(layout: Layout) -> tuple[Legend, ...]:
    """Return what a scorer has to know: how a deal is scored, what a sum must be, and the signs.

    The signs are in the brackets of the heading of the rows.
    """
    paper, heading = layout.paper, layout.row_heading
    found = []
    if paper.scoring:
        found.append(Legend(SCORING, paper.scoring))
    if paper.sum and paper.sum.help:
        found.append(Legend(paper.sum.label, paper.sum.help))
    signs = Text(_in_brackets(heading.nl), _in_brackets(heading.en))
    if signs.nl:
        found.append(Legend(before_brackets(heading), signs))
    return tuple(found)


def marks(layout: Layout) -> tuple[Legend, ...]:
    """Return the letters that may stand in place of a number, with their points."""
    return tuple(Legend(Text(mark.letter, mark.letter), _meaning(mark)) for mark in layout.marks)


def _meaning(mark: Mark) -> Text:
    if mark.points is None:
        return mark.meaning
    points = signed(mark.points)
    return Text(f"{mark.meaning.nl} ({points})", f"{mark.meaning.en} ({points})")


def before_brackets(heading: Text) -> Text:
    """Return a heading without the part in brackets at its end."""
    return Text(heading.nl.partition(" (")[0], heading.en.partition(" (")[0])


def _words(field: Field) -> Text:
    """Return the answers of a choice, and the help text of a cell."""
    answers = _joined([_unbroken(choice.text) for choice in field.choices])
    if not field.help:
        return answers
    if not field.choices:
        return field.help
    return Text(f"{answers.nl} ({field.help.nl})", f"{answers.en} ({field.help.en})")


def _unbroken(text: Text) -> Text:
    """Return a text without places for a line break."""
    return Text(text.nl.replace(" ", NO_BREAK), text.en.replace(" ", NO_BREAK))


def _joined(texts: Sequence[Text]) -> Text:
    return Text(", ".join(text.nl for text in texts), ", ".join(text.en for text in texts))


def _in_brackets(text: str) -> str:
    """Return the part in the brackets at the end of a text, "" without one.

    >>> _in_brackets("kaarten (b: blind)"), _in_brackets("kaarten")
    ('b: blind', '')
    """
    return text.partition(" (")[2].removesuffix(")")
