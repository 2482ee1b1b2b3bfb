// Reviewing forms with keys only: Enter approves a form, and the arrows go through the queue. The
// page works without this script: every key does what a button or a link does.

import { byId } from "../core/elements.js";
import { hasModifier, KeyGate } from "../core/keys.js";

const EYES = 500; // milliseconds: sooner than that nobody can have looked at the form
const WIDE = "(min-width: 48.01rem)";

const approval = byId("looked-at"); // the approval; null for the author of the form
const gate = new KeyGate(EYES);

// The page scrolls to the form: everything above the form is in the bar below it as well.
if (approval && matchMedia(WIDE).matches) document.querySelector(".check-desk").scrollIntoView();

function approve() {
  if (!approval || !gate.isOpen) return;
  gate.close();
  approval.requestSubmit();
}

const follow = (direction) => document.querySelector(`.check-bar a[rel=${direction}]`)?.click();

const ACTIONS = {
  ArrowRight: () => follow("next"),
  ArrowLeft: () => follow("prev"),
  Enter: approve,
};

document.addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("a, button, input, select, textarea, summary");
  if (event.repeat || hasModifier(event) || isElsewhere) return;
  if (Object.hasOwn(ACTIONS, event.key)) ACTIONS[event.key]();
});
