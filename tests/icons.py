"""Draw the icons of wk and the picture of its links: `bin/icons`."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "wk" / "static"
FOLDER = STATIC / "icons"
CLOTH, PAPER = "#16593b", "#fffefb"
NAME = "Kaartkampioen"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its size in pixels; `has_name`: it shows the name of wk beside the spade."""

    name: str
    width: int
    height: int
    has_name: bool = False

    @property
    def html(self) -> str:
        """Return a page that is this picture."""
        path = re.search(r'<path d="([^"]+)"', (STATIC / "spade.svg").read_text())
        assert path, "the spade has no path"
        # A system may cut an icon to a circle of 80 % of its width: the spade stays inside.
        side = int(self.height * (0.42 if self.has_name else 0.56))
        words = f"<b>{NAME}</b>" if self.has_name else ""
        font = (STATIC / "vendor/ibm-plex-sans").glob("*-latin-600-*.woff2")
        (face,) = font
        return f"""<!doctype html><style>
            @font-face {{ font-family: Plex; src: url("{face.as_uri()}"); }}
            body {{ margin: 0; height: {self.height}px; background: {CLOTH}; color: {PAPER};
              display: flex; flex-direction: column; align-items: center; justify-content: center;
              font: 600 {self.height // 7}px Plex, sans-serif; gap: {self.height // 20}px }}
            </style><svg viewBox="0 0 24 24" width="{side}" fill="{PAPER}"><path d="{path[1]}"/>
            </svg>{words}"""


PICTURES = (
    Picture("icon-192.png", 192, 192),
    Picture("icon-512.png", 512, 512),
    Picture("apple-touch-icon.png", 180, 180),
    Picture("preview.png", 1200, 630, has_name=True),
)


def draw() -> None:
    """Draw all pictures with a real browser."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    draft = FOLDER / "draft.html"  # a file, as only such a page may read the typeface
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"]
        )
        for picture in PICTURES:
            page = browser.new_page(viewport={"width": picture.width, "height": picture.height})
            draft.write_text(picture.html)
            page.goto(draft.as_uri())
            page.evaluate("document.fonts.ready")
            page.screenshot(path=FOLDER / picture.name)
        browser.close()
    draft.unlink()


if __name__ == "__main__":
    draw()
