"""The most probable form of a sheet of rubber bridge that a camera saw.

The amounts on the score pad follow from the contracts, the tricks and the course of the rubber, and
the totals from the amounts. So a course is looked for that has both what stands in the rows and
what stands on the pad. Strains are written in letters or signs that nobody can read, and of most
the points tell only whether they are a minor, a major or no trump. Which of two partners was the
declarer is told by nothing else on the sheet.
"""

from scoring.rubber.scan.reader import scanned_form

__all__ = ["scanned_form"]
