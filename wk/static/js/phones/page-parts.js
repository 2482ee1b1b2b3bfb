// The parts of the phone's pages, and the replacement of one page by another.

import { announce, byId, make } from "../core/elements.js";

/** Return a button. */
export const button = (inside, onclick, about = {}) =>
  make("button", { type: "button", onclick, ...about }, inside);

/** Return the heading of a page. */
export const heading = (text, ...more) =>
  make("header", { class: "phone-title" }, make("h1", {}, text), ...more);

/** Return a paragraph, or null for no text. */
export const para = (text, kind) => (text ? make("p", { class: kind }, text) : null);

// The focus stays on the element with the same id.
function focusAgain(main, { id, selectionStart }) {
  const again = id ? byId(id) : null;
  if (!main.contains(again)) return;
  again.focus({ preventScroll: true });
  if (again.type === "text" && selectionStart !== null)
    again.setSelectionRange(selectionStart, selectionStart);
}

function showCurrentRow(main) {
  const foot = main.querySelector(".phone-foot");
  if (foot && getComputedStyle(foot).position === "sticky")
    main.querySelector("tr.now")?.scrollIntoView({ block: "nearest" });
}

/** Show a page in place of the last one; a screen reader reads whose turn it is. */
export function show(...parts) {
  const main = byId("content");
  const { id, selectionStart } = document.activeElement ?? {};
  main.replaceChildren(...parts.flat().filter(Boolean));
  focusAgain(main, { id, selectionStart });
  showCurrentRow(main);
  const places = [".phone-turn", ".phone-lead", "h1"].map((each) => main.querySelector(each));
  announce(byId("told"), places.find(Boolean)?.textContent ?? "");
}

/** Hide the focus ring of a tapped key: on the next page it would look like a choice. */
export function hideRingsOfTaps() {
  const setTapped = (isTapped) => () => document.body.classList.toggle("tapped", isTapped);
  document.addEventListener("pointerdown", setTapped(true));
  document.addEventListener("keydown", setTapped(false));
}
