"""The size of the image of a cell that the network is shown, which needs no library to be known."""

HIGH, WIDE = 28, 40  # pixels
