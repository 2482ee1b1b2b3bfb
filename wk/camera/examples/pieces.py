"""The pieces of a photo that may become examples: the images of cells that a person looks at.

Only the process that reads uses this: it needs the libraries of the camera.
"""

from collections.abc import Mapping

from wk.camera.cell_images import cell_images
from wk.camera.cell_shape import as_bytes
from wk.camera.network import NO_SIGN, log_shares
from wk.camera.reading import SURE, ReadPage
from wk.camera.seeing import possible_texts, shown_boxes

TOTALS = "written."  # the beginning of the paths of the totals on the paper


def pieces_of(page: ReadPage) -> Mapping[str, bytes]:
    """Return by path the images of the cells in doubt of a page, and of its totals, as bytes.

    A cell in which nothing is seen has none: what the sums tell of it is not written there.
    """
    if not (page.form and page.flat and page.placed and page.layout):
        return {}
    boxes = {cell.path: cell.box for cell in page.placed.cells}
    readable = possible_texts(page.layout, boxes)
    paths = [
        cell.path
        for cell in page.form.cells
        if cell.path in readable and (cell.is_in_doubt(SURE) or cell.path.startswith(TOTALS))
    ]
    shown = shown_boxes(page.flat, {path: boxes[path] for path in paths}, page.layout)
    images = cell_images(page.flat, [*shown.values()])
    last_signs = log_shares(images)[:, 0].argmax(axis=1)
    return {
        path: image.tobytes()
        for path, image, sign in zip(paths, as_bytes(images), last_signs, strict=True)
        if sign != NO_SIGN
    }
