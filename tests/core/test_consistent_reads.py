"""Pages that show what is stored at one moment."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.utils.functional import SimpleLazyObject

from tests.officials import logged_in
from wk.accounts.services import set_password
from wk.core.consistent_reads import at_one_moment

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_the_reader_is_known_before_the_page_is_read(rf):
    was_reading = []

    def find():
        was_reading.append(connection.in_atomic_block)
        return AnonymousUser()

    request = rf.get("/")
    request.user = SimpleLazyObject(find)
    at_one_moment(lambda request: HttpResponse(str(request.user)))(request)
    assert was_reading == [False]


@pytest.mark.parametrize("address", ["/", "/t/wk-test/", "/t/wk-test/hall/news/"])
def test_a_public_page_is_there_after_a_new_password(tournament, clerk, address):
    client = logged_in(clerk)
    set_password(account=clerk, password="drie blauwe fietsen")
    assert client.get(address).status_code == 200
