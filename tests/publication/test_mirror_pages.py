"""Which links lead to pages of a mirror, and in which file such a page stands."""

from tests.cases import cases
from wk.publication.mirror_pages import Page, linked_page


@cases(
    ("address", "file"),
    [
        ("/", "index.html"),
        ("?page=2", "t/wk/standings/page-2.html"),
        ("/t/wk/hall/news/?table=1&round=2", "t/wk/hall/news/round-2-table-1.html"),
        ("/language/en/?next=/t/wk/standings/%3Fpage%3D2", "en/t/wk/standings/page-2.html"),
        ("/t/wk/standings/?page=..%2F..%2Fx", "t/wk/standings/page-x.html"),
    ],
)
def test_a_link_names_the_file_of_its_page(address, file):
    assert linked_page(address, Page("/t/wk/standings/", "", "nl")).file == file


@cases("address", ["/login/", "/t/wk/standings/?sort=name", "/t/wk/players/?q=a", "/static/x.css"])
def test_other_links_lead_to_no_page(address):
    assert linked_page(address, Page("/t/wk/standings/", "", "nl")) is None
