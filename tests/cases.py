"""Tables of cases in one test, for cases that take far less time than a test costs by itself.

Use pytest.mark.parametrize for cases that need fixtures, or that take more than milliseconds.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

from tests.samples import of_table

LONGEST = 500  # letters of a case beside its failure


def cases(names: str | tuple[str, ...], table: Iterable[Any]) -> Callable[..., Any]:
    """Call a test once for each case of a table, and raise one group of all that failed.

    It is written as pytest.mark.parametrize is: the names of one or more arguments, and a value or
    a tuple of values for each case. A case that fails is named below its error. The fast run tries
    a sixth of the cases.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    rows = [
        (number, case if len(arguments) > 1 else (case,))
        for number, case in enumerate(table, start=1)
    ]
    assert rows, "a table without cases tests nothing"

    def with_cases(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def every_case(**outer: Any) -> None:
            failures: list[BaseException] = []
            tried = of_table(rows)
            for number, row in tried:
                values = dict(zip(arguments, row, strict=True))
                try:
                    test(**outer, **values)
                # What pytest.raises raises where nothing was raised is no Exception.
                except (Exception, pytest.fail.Exception, BaseExceptionGroup) as failure:
                    failure.add_note(_case_in_words(number, values))
                    failures.append(failure)
            if failures:
                message = f"{len(failures)} of {len(tried)} cases are wrong"
                raise BaseExceptionGroup(message, failures)

        del every_case.__wrapped__  # type: ignore[attr-defined]  # its arguments are no fixtures
        return every_case

    return with_cases


def _case_in_words(number: int, values: dict[str, Any]) -> str:
    shown = ", ".join(f"{name}={value!r}" for name, value in values.items())
    return f"Case {number}: {shown[:LONGEST]}"
