// The ceremony by keys, or by the remote of a projector: one step forward, one step back.
// The page works without this script: every key follows a link of the page.

import { hasModifier, KeyGate } from "../core/keys.js";

const FORWARD = [" ", "Enter", "ArrowRight", "PageDown"];
const BACK = ["ArrowLeft", "PageUp"];
const CALM = 400; // milliseconds: a key that bounces must not announce two places

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
