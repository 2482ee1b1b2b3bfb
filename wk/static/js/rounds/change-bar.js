// The bar below a draw that is changed by hand: the impact of a change, messages, and buttons.

import { byId, make } from "../core/elements.js";

// The live region for screen readers stays when the page around it is replaced.
const status = make("p", { class: "visually-hidden", role: "status" });
document.body.append(status);

/** Give a text to screen readers only. */
export function say(text) {
  status.textContent = text;
}

function fill(html, { isImpact = false, isCarrying = false, canUndo = false } = {}) {
  byId("hand-cost").innerHTML = html;
  byId("hand-bar").hidden = !html;
  byId("hand-do").hidden = !isImpact;
  byId("hand-drop").hidden = !isCarrying;
  byId("hand-undo").hidden = !canUndo;
}

/** Show the server's answer about a change; `isImpact` says whether the change is possible. */
export function showImpact(html, isImpact) {
  fill(html, { isImpact, isCarrying: true });
  say(byId("hand-cost").textContent);
}

/** Hide the impact, while the server is asked about another change. */
export function hideImpact() {
  byId("hand-do").hidden = true;
}

/** Show a text, and give it to screen readers; `warning` is a word before it. */
export function tell(text, { warning = "", ...buttons } = {}) {
  const sign = warning && make("span", { class: "badge problem" }, `${warning}:`);
  fill(text && make("p", {}, sign, warning && " ", text).outerHTML, buttons);
  say(warning ? `${warning}: ${text}` : text);
}

/** Hide the bar, and give a text to screen readers. */
export function close(text) {
  fill("");
  say(text);
}
