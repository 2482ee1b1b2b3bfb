"""Commands of manage.py, run in this process."""

from io import StringIO

import pytest
from django.core.management import call_command


def error_lines(*arguments: str) -> list[str]:
    """Run a command that ends with status 1; return the lines of its standard error."""
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command(*arguments, stdout=out, stderr=err, no_color=True)
    assert caught.value.code == 1
    assert out.getvalue() == ""
    return err.getvalue().splitlines()


def output_of(*arguments: str) -> str:
    """Run a command that succeeds; return its output."""
    out, err = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=err)
    assert err.getvalue() == ""
    return out.getvalue()
