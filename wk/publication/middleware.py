"""Middleware that answers public pages from the kept ones, and keeps what it lets make."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from wk.publication.addresses import PAGES_WITH_PROGRESS, is_kept_query, page_name
from wk.publication.kept_pages import PAGES, KeptPage, Key, kept_page, key_of
from wk.publication.shared_pages import SharedPage, shared_page
from wk.publication.versions import Versions, current_versions

# Nothing else than the version and `changes_at` changes a page; were something forgotten all the
# same, its page would be made anew after this time.
LONGEST = 300.0  # seconds


class PublicPages:
    """Answer requests for public pages before sessions, cookies and templates are touched.

    Every page is told the version of what it shows as `request.public_version`, so that it can ask
    later whether anything changed since.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer from the kept pages where that is possible."""
        request.get_host()  # raises DisallowedHost: a kept page may be of a host allowed before
        key = key_of(request.META)
        name = page_name(request.path_info)
        if key is None or not name or not is_kept_query(name, key[1]):
            request.public_version = SimpleLazyObject(current_versions)  # type: ignore[attr-defined]
            return self.get_response(request)
        with PAGES.making(key):
            versions = current_versions()
            page = PAGES.get(key, versions) if versions else None
            if page is not None:
                return _answer(request, page)
            with shared_page(key) as shared:
                return self._shared_or_made(request, key, shared)

    def _shared_or_made(self, request: HttpRequest, key: Key, shared: SharedPage) -> HttpResponse:
        """Return the page that another process made, or else a fresh one.

        The versions are read before a page is made: a change meanwhile makes it old at once.
        """
        versions = current_versions()
        page = shared.read(versions) if versions else None
        if page is None:
            return self._made(request, key, shared, versions)
        PAGES.put(key, page)
        return _answer(request, page)

    def _made(
        self, request: HttpRequest, key: Key, shared: SharedPage, versions: Versions | None
    ) -> HttpResponse:
        """Return a fresh page, and keep it unless it is for one reader only.

        Django may find another language than that of the key, which is read in a hurry: in an odd
        cookie, or in a very long header. Such a page would be in the wrong language for others.
        """
        request.public_version = versions or ""  # type: ignore[attr-defined]
        request.changes_at = None  # type: ignore[attr-defined]
        response = self.get_response(request)
        is_whole = (
            response.status_code == 200 and not response.streaming and request.method == "GET"
        )
        _path, _query, language, *_others = key
        is_for_all = response.get("Content-Language") == language and not response.cookies
        if versions is None or not is_whole or not is_for_all:
            return response
        page = kept_page(
            response,
            versions,
            needs_progress=page_name(request.path_info) in PAGES_WITH_PROGRESS,
            seconds=_seconds_until(request.changes_at),  # type: ignore[attr-defined]
        )
        PAGES.put(key, page)
        shared.write(page)
        return _answer(request, page)


def _answer(request: HttpRequest, page: KeptPage) -> HttpResponse:
    status, headers, body = page.answer(request.META)
    return HttpResponse(body, status=status, headers=dict(headers))


def _seconds_until(moment: datetime | None) -> float:
    """Return for how long a page stays true if nothing changes but the time."""
    if moment is None:
        return LONGEST
    return min(LONGEST, (moment - timezone.now()).total_seconds())
