// Who once went to a player by the field of a first page, or scanned that player's card, has him
// below the field from then on. Who it is stays in the browser.

import { byId } from "../core/elements.js";
import { readText, writeText } from "../core/storage.js";

const answers = byId("found");
const field = byId("q");

function remember({ target }) {
  const { number } = target.closest("a")?.dataset ?? {};
  if (number) writeText(answers.dataset.key, number);
}

/** Ask for what was typed before this script was there, else for the remembered player. */
function askAtOnce() {
  const asked = field.value || readText(answers.dataset.key);
  if (!asked) return;
  // The field is the source, so that an answer to what is typed meanwhile replaces this one.
  const about = { source: field, target: answers, values: { q: asked } };
  htmx.ajax("GET", field.getAttribute("hx-get"), about);
}

if (answers) {
  answers.addEventListener("click", remember);
  askAtOnce();
}
