// The kiosk: the field always has the keys, as a scanner types into it, and an answer goes after a
// while, so that the next player does not read it as his own.

import { byId } from "../core/elements.js";
import "../core/go-on.js";
import { followChanges } from "../core/live.js";

const SHOWN = 15_000; // milliseconds
// The key of a player is behind the number on a card. The kiosk needs none, and sends none.
const CARD = /^(.*\Wcard\W+\d{1,5})\W.*$/i;

const field = byId("q");

byId("kiosk").addEventListener("submit", () => {
  field.value = field.value.replace(CARD, "$1/");
});
document.addEventListener("keydown", ({ key }) => {
  if (key.length === 1 && document.activeElement !== field) field.focus();
});
followChanges(); // only to hear whether the server answers
setTimeout(() => byId("answer").replaceChildren(), SHOWN);
