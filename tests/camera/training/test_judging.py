"""A network that learnt from examples is written if it reads them better and others no worse."""

from tests.cases import cases
from wk.camera.training.judging import ROOM, Misread, why_not

BEFORE = Misread(examples=0.43, strangers=0.384)
NO_BETTER = "it reads the examples that were held back no better"
FORGOTTEN = "it reads the digits of strangers worse"


@cases(
    ("examples", "strangers", "why"),
    [
        (0.20, 0.384, ""),
        (0.42, 0.300, ""),
        (0.43, 0.300, NO_BETTER),
        (0.50, 0.500, NO_BETTER),
        (0.20, 0.384 + ROOM * 0.9, ""),  # as after a short training
        (0.20, 0.384 + ROOM * 1.1, FORGOTTEN),
    ],
)
def test_what_is_no_better_or_has_forgotten_others_is_not_written(examples, strangers, why):
    assert why_not(BEFORE, Misread(examples, strangers)) == why
