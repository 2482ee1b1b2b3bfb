"""Pages that show what is stored at one moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)
READING = ("GET", "HEAD")
MODE = "transaction_mode"  # the attribute of a connection to SQLite: how it begins a transaction


def at_one_moment(
    view: Callable[Concatenate[R, P], HttpResponseBase],
) -> Callable[Concatenate[R, P], HttpResponseBase]:
    """Let a page read everything as it is at the moment of its first query.

    A page takes many queries. What one of them found may be gone before the next one asks for more
    of it, such as the seats of a draw that another director discards. A request that changes
    something reads what is there now, under its locks: it is passed on as it is.
    """

    @wraps(view)
    def guarded(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method not in READING:
            return view(request, *args, **kwargs)
        _find_reader(request)
        with consistent_reads():
            return view(request, *args, **kwargs)

    return guarded


def _find_reader(request: HttpRequest) -> None:
    """Let Django find the account of the reader now, and not while the page is made.

    It deletes the session of an account whose password has changed, and a page may write nothing.
    """
    bool(request.user)


@contextmanager
def consistent_reads() -> Iterator[None]:
    """Let all queries of this block see the database as it is at the first of them.

    Nothing may be written in it. It waits for nobody and nobody waits for it. Within a transaction
    it does nothing.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _deferred(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Let SQLite begin a transaction that only reads: it takes no turn to write (`wk.sqlite`)."""
    connection.ensure_connection()  # which sets the mode
    before = getattr(connection, MODE)
    setattr(connection, MODE, "DEFERRED")
    try:
        yield
    finally:
        setattr(connection, MODE, before)
