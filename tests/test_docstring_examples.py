"""The examples in docstrings give what they show."""

import doctest
import importlib

from tests.cases import cases
from tests.test_architecture import module_name, modules, text_of

WITH_EXAMPLES = sorted(module_name(path) for path in modules() if ">>> " in text_of(path))


@cases("name", WITH_EXAMPLES)
def test_examples_in_docstrings_give_what_they_show(name):
    found = doctest.testmod(importlib.import_module(name))
    assert (found.failed, found.attempted > 0) == (0, True)
