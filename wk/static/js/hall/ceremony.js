// The ceremony by keys, or by the remote of a projector: one step forward, one step back.
// Nothing here is needed: every key does what a link on the page does.

import { hasModifier, KeyGate } from "../core/keys.js";

const FORWARD = [" ", "Enter", "ArrowRight", "PageDown"];
const BACK = ["ArrowLeft", "PageUp"];
const CALM = 400; // milliseconds: a key that bounces must not tell two places

const gate = new KeyGate(CALM);

function directionOf(key) {
  if (FORWARD.includes(key)) return "next";
  return BACK.includes(key) ? "prev" : "";
}

function follow(direction) {
  const link = document.querySelector(`.ceremony a[rel=${direction}]`);
  if (!link) return;
  gate.close();
  link.click();
}

document.addEventListener("keydown", (event) => {
  if (hasModifier(event)) return;
  if (event.target.closest("button, input, a:not([rel=next], [rel=prev])")) return;
  const direction = directionOf(event.key);
  if (!direction) return;
  event.preventDefault();
  if (gate.isOpen && !event.repeat) follow(direction);
});
