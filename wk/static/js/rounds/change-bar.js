// The bar below a draw that is changed by hand: what a change costs, what was done, and its
// buttons.

import { byId, make } from "../core/elements.js";

// What is said to who cannot see the bar stays when the page around it is renewed.
const status = make("p", { class: "visually-hidden", role: "status" });
document.body.append(status);

/** Say a text to who cannot see the bar. */
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

/** Show the server's page about a change; `isImpact` if it can be made. */
export function showImpact(html, isImpact) {
  fill(html, { isImpact, isCarrying: true });
  say(byId("hand-cost").textContent);
}

/** Offer no change any more, while another is asked about. */
export function hideImpact() {
  byId("hand-do").hidden = true;
}

/** Show and say a text, with the word of a warning before it if that is given. */
export function tell(text, { warning = "", ...buttons } = {}) {
  const sign = warning && make("span", { class: "badge problem" }, `${warning}:`);
  fill(text && make("p", {}, sign, warning && " ", text).outerHTML, buttons);
  say(warning ? `${warning}: ${text}` : text);
}

/** Show nothing, and say a text. */
export function close(text) {
  fill("");
  say(text);
}
