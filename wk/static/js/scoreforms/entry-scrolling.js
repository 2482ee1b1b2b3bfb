// The page and the photo beside the cells scroll along with typing.

import { findAll } from "../core/elements.js";
import { form, handInButton, rows } from "./form-cells.js";

// On the printed form the deals lie between these parts of its height.
const FIRST_ROW = 0.21;
const LAST_ROW = 0.81;

let shownRow = -1; // the row that the photo shows

const photos = () => findAll(".photo-stack img", form);

// With several photos the clerk chooses one by hand.
function followWithPhoto({ target }) {
  const row = rows().findIndex((each) => each.contains(target));
  const [photo, another] = photos();
  if (row < 0 || row === shownRow || !photo || another) return;
  shownRow = row;
  const stack = photo.closest(".photo-stack");
  const top = photo.getBoundingClientRect().top - stack.getBoundingClientRect().top;
  const part = FIRST_ROW + ((LAST_ROW - FIRST_ROW) * (row + 0.5)) / rows().length;
  const middle = top + part * photo.height - stack.clientHeight / 2;
  stack.scrollBy({ top: middle, behavior: "instant" });
}

// At the first deal the page scrolls up once, so that the form does not move with every line.
function moveUpOnce(event) {
  const { target } = event;
  if (!target.closest("tr[data-path]")) return;
  form.removeEventListener("focusin", moveUpOnce);
  const sheet = form.querySelector(".score-form");
  requestAnimationFrame(() => {
    // By now the browser has scrolled to the cell by itself.
    const bar = handInButton.closest(".hand-in");
    if (sheet.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top) return;
    rows()[0].scrollIntoView({ block: "start" });
    target.scrollIntoView({ block: "nearest" });
  });
}

/** Scroll along with typing; with `hasMessage` the page first stays at its top, to be read. */
export function scrollAlong(hasMessage) {
  if (!hasMessage) form.addEventListener("focusin", moveUpOnce);
  form.addEventListener("focusin", followWithPhoto);
}
