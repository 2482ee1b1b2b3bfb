"""Less of what every test costs besides itself, as most tests take only milliseconds.

Each of the thousands of tests pays it: half a millisecond is four seconds of a run.
"""

import gc
import sys

import pytest
from _pytest.runner import runtestprotocol
from django.db.models.expressions import BaseExpression, Col
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.test import signals, utils
from django.utils.functional import cached_property

# Fixtures of pytest-django that run for every test, for what no test here uses: mail, sites, a live
# server in this process, other addresses, other apps, and names that a template lacks. A test that
# begins to use one of these takes its fixture out of this list.
UNUSED = {
    "_dj_autoclear_mailbox",
    "_django_clear_site_cache",
    "_django_isolate_apps",
    "_django_set_urlconf",
    "_live_server_helper",
    "_template_string_if_invalid_marker",
}
FOR_MARKED = {"_django_db_marker"}  # does nothing for a test without the mark django_db

identity_of = Col.identity.func  # as Django computes it
IDENTITIES: dict[tuple, tuple] = {}


def kept_identity(column):
    """Return the identity of a column in a query: what equal columns have in common.

    Django computes it for every column of every ordered query, from the signature of the class:
    a tenth of what most tests take. A column is told by its class, its table and its fields, so it
    is computed once for each of these.
    """
    fields = column.target, column.output_field
    # Equal to one without its output field, a column that was given it has another identity.
    given = sum(map(len, column._constructor_args))
    key = column.__class__, column.alias, *fields, given
    if key not in IDENTITIES:
        IDENTITIES[key] = identity_of(column)
    return IDENTITIES[key]


Col.identity = cached_property(kept_identity)
Col.identity.__set_name__(Col, "identity")


def copy_of(expression):
    """Return a copy of a part of a query, as Django makes it by `copy.copy`.

    That finds out anew how to do it, which takes most of its time, and a query copies dozens.
    """
    clone = object.__new__(expression.__class__)
    clone.__dict__.update(expression.__getstate__())
    return clone


BaseExpression.copy = copy_of


def render(template, context):
    """Render a template, and tell the test client of it unless another one includes it.

    Django tells it of every one, and it copies the context each time: forty times for a page.
    """
    extended = BLOCK_CONTEXT_KEY in context.render_context
    if context.template is template or extended:
        signals.template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)


utils.instrumented_test_render = render


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Take fixtures that do nothing for a test out of its list."""
    for item in items:
        if not item.get_closest_marker("django_db"):
            item.fixturenames = [name for name in item.fixturenames if name not in FOR_MARKED]


def _draw_text():
    """Draw a text with Hypothesis, which the first time takes a second on any machine: it makes a
    table of characters, and keeps that in .hypothesis."""
    from hypothesis import given, settings
    from hypothesis import strategies as st

    settings(max_examples=1, database=None)(given(st.text())(lambda text: None))()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Let no test have the fixtures that none uses: pytest would look them up for each of them.

    Let the garbage collector rest while tests are collected: hardly anything of what is made then
    goes before the end of the run.
    """
    for names in session._fixturemanager._node_autousenames.values():
        names[:] = [name for name in names if name not in UNUSED]
    gc.disable()


def pytest_collection_finish(session):
    """Keep the garbage collector from looking through thousands of tests again and again.

    What was collected lives until the end of the run, so the collector need not see it, nor look
    for the little of it that is gone. Queries and pages make much that is gone at once, so it may
    wait longer than by default: a tenth less time.
    """
    if any(item.get_closest_marker("hypothesis") for item in session.items):
        _draw_text()  # now, as it is not the work of the test that happens to come first
    gc.freeze()
    gc.set_threshold(1_000_000, 50, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Let a worker tell of a test that went well in one message instead of six.

    That message has the time of the whole test. Of any other test all reports are sent.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if all(report.passed for report in reports):
        _setup, call, _teardown = reports
        call.duration = sum(report.duration for report in reports)
        reports = [call]
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    """Run all tests under one large frame: a tenth less time.

    Python keeps its frames in blocks of 16 kB. A call that does not fit asks the system for a new
    block, which is given back when the call returns. In a test that happens at every call of some
    loop, as the frames of pytest almost fill a block before the test begins. A large frame gets a
    large block, and the frames after it are kept in the rest of that one.
    """
    plugins = session.config.pluginmanager
    others = plugins.subset_hook_caller("pytest_runtestloop", [sys.modules[__name__]])
    return _call(others, session)


def _call(hook, session):
    return hook(session=session)


# 66,000 places of 8 bytes take a block of 1 MB, and leave almost half of it.
_call.__code__ = _call.__code__.replace(co_stacksize=66_000)
