// What is typed while the next page is on its way: a clerk hands a form in and types the number of
// the next one at once. It is kept for the list of forms, which puts it into its field; Enter opens
// that form there as well.

import { hasModifier } from "../core/keys.js";
import { forget, readText, writeText } from "../core/storage.js";

const NAME = "typed-ahead";
const AREA = "sessionStorage";
const LONGEST = 5000; // milliseconds until the next page is there

// A number as it grows by one key: its digits, and a last line for Enter. Other keys add nothing.
function grown(typed, event) {
  if (hasModifier(event) || typed.endsWith("\n")) return typed;
  if (event.key === "Enter") return typed && `${typed}\n`;
  return /^\d$/.test(event.key) ? typed + event.key : typed;
}

/** Keep the number that is typed from now on, as this page is about to go. */
export function keepTyped() {
  let typed = "";
  const keep = (event) => {
    if (event.target.matches("input, select, textarea")) return;
    typed = grown(typed, event);
    if (typed) writeText(NAME, typed, AREA);
  };
  window.addEventListener("keydown", keep);
  setTimeout(() => window.removeEventListener("keydown", keep), LONGEST); // no answer: the page stays
}

/** Forget what was kept: this page has no field for it. */
export const dropTyped = () => forget(NAME, AREA);

/**
 * Put into a field what was typed before it was there: on the page before, and on this one. `find`
 * returns the field once the page has it, or null if it has none. Call this as early as can be.
 */
export function fillWithTyped(find) {
  let typed = readText(NAME, AREA) ?? "";
  dropTyped();
  const collect = (event) => {
    if (event.target === document.body) typed = grown(typed, event);
  };
  const give = () => {
    window.removeEventListener("keydown", collect);
    const field = find();
    if (!field || !typed) return;
    field.value = typed.trim() + field.value; // some may have been typed into it already
    field.focus();
    if (typed.endsWith("\n")) field.form.requestSubmit();
  };
  window.addEventListener("keydown", collect);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", give);
  else give();
}
