// The page and the photo beside the cells keep up with what is typed.

import { findAll } from "../core/elements.js";
import { form, rows } from "./form-cells.js";

// On the printed form the deals lie between these parts of its height.
const FIRST_ROW = 0.21;
const LAST_ROW = 0.81;

let seen = -1; // the row that the photo shows

const photos = () => findAll(".photo-stack img", form);

// Several photos are turned over by hand.
function followWithPhoto({ target }) {
  const row = rows().findIndex((each) => each.contains(target));
  const [photo, another] = photos();
  if (row < 0 || row === seen || !photo || another) return;
  seen = row;
  const stack = photo.closest(".photo-stack");
  const top = photo.getBoundingClientRect().top - stack.getBoundingClientRect().top;
  const part = FIRST_ROW + ((LAST_ROW - FIRST_ROW) * (row + 0.5)) / rows().length;
  const middle = top + part * photo.height - stack.clientHeight / 2;
  stack.scrollBy({ top: middle, behavior: "instant" });
}

// Once somebody begins with the deals the page moves up, so that the form needs not move under his
// eyes with every line.
function moveUpOnce(event) {
  const { target } = event;
  if (!target.closest("tr[data-path]")) return;
  form.removeEventListener("focusin", moveUpOnce);
  const sheet = form.querySelector(".score-form");
  requestAnimationFrame(() => {
    // The browser has moved the page to the cell itself by now.
    if (sheet.getBoundingClientRect().bottom <= innerHeight) return;
    rows()[0].scrollIntoView({ block: "start" });
    target.scrollIntoView({ block: "nearest" });
  });
}

/** Scroll along with what is typed; `isTold`: the page has something to say first, and stays. */
export function scrollAlong(isTold) {
  if (!isTold) form.addEventListener("focusin", moveUpOnce);
  form.addEventListener("focusin", followWithPhoto);
}
