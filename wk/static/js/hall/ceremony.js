// The ceremony by keys, or by the remote of a projector: one step forward, one step back.
// The page works without this script: every key presses a button of the page. When another laptop has
// moved the ceremony, this page goes to the new step.

import { byId } from "../core/elements.js";
import { hasModifier, KeyGate } from "../core/keys.js";
import { forget, readText, writeText } from "../core/storage.js";

const FORWARD = [" ", "Enter", "ArrowRight", "PageDown"];
const BACK = ["ArrowLeft", "PageUp"];
const CALM = 400; // milliseconds: a key that bounces must not announce two places
const FOLLOWS = "wk-ceremony-follows"; // that a page was opened by the one before it
const AREA = "sessionStorage";

const gate = new KeyGate(CALM);
const { step } = byId("ceremony-now").dataset; // of this page
let isLeaving = false; // for another page: a button was pressed here, or the ceremony is followed

function directionOf(key) {
  if (FORWARD.includes(key)) return "next";
  return BACK.includes(key) ? "prev" : "";
}

function go(way) {
  const button = document.querySelector(`.ceremony :is([data-way=${way}], a[rel=${way}])`);
  if (!button) return;
  gate.close();
  button.click();
}

// On a button or a link, Space and Enter press that one; only the buttons of the steps leave the other keys.
function isOfFocused(event) {
  const focused = event.target.closest("button, input, a");
  if (!focused) return false;
  return !focused.dataset.way || event.key === " " || event.key === "Enter";
}

document.addEventListener("keydown", (event) => {
  if (hasModifier(event)) return;
  if (isOfFocused(event)) return;
  const direction = directionOf(event.key);
  if (!direction) return;
  event.preventDefault();
  if (gate.isOpen && !event.repeat) go(direction);
});

// Each part of the page that is live may bring this about: going once more would begin the way anew.
function follow({ href }) {
  isLeaving = true;
  writeText(FOLLOWS, "yes", AREA);
  location.replace(href);
}

document.addEventListener("submit", () => {
  isLeaving = true;
});
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) isLeaving = false;
});
document.addEventListener("htmx:afterSwap", () => {
  const now = byId("ceremony-now");
  if (now.dataset.step !== step && !isLeaving) follow(now);
});

// The first page is there at every step, for whoever goes to it. One that only follows may find that
// the ceremony has gone on since it was asked for: it goes on as well.
if (readText(FOLLOWS, AREA)) {
  forget(FOLLOWS, AREA);
  const now = byId("ceremony-now");
  if (now.href !== location.href) follow(now);
}
