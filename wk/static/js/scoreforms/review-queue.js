// Looking at forms a second time with keys only: Enter says that a form is as on the paper, and the
// arrows walk through the queue. Nothing here is needed: every key does what a button or a link
// does.

import { byId } from "../core/elements.js";
import { hasModifier, KeyGate } from "../core/keys.js";

const EYES = 500; // milliseconds before anybody can have looked
const WIDE = "(min-width: 48.01rem)";

const approval = byId("looked-at"); // the form that says so; not there for who typed it himself
const gate = new KeyGate(EYES);

// The whole form in sight: what stands above it is in the bar below it as well.
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

approval?.addEventListener("submit", () =>
  approval.querySelector("button").setAttribute("aria-busy", "true"),
);
