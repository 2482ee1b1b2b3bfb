"""The most probable form of a Boerenbridge sheet that a camera saw.

Of the numbers that a table writes for a seat in a deal only two are free. The tricks of a deal add
up to its cards, the points follow from bid and tricks, and each running total from the one before.
So the cells of a sheet check each other. All of it is weighed together by passing messages (belief
propagation) between the deals, each over all seats, and the columns, each over all deals.
"""

from scoring.boerenbridge.scan.reader import scanned_form

__all__ = ["scanned_form"]
