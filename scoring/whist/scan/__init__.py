"""The most probable form of a sheet of kleurenwiezen that a camera saw.

Nobody can read the name of the contract: it is written in letters. It is told by what stands beside
it, as the points of all seats follow from the contract, who plays it and their tricks, and each
running total from the one before.
"""

from scoring.whist.scan.reader import scanned_form

__all__ = ["scanned_form"]
