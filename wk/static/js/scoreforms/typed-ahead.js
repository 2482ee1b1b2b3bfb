// Digits that are typed while the next page is on its way: a clerk hands a form in and types the
// number of the next one at once. They are kept for the list of forms, which puts them into its field.

import { hasModifier } from "../core/keys.js";
import { forget, readText, writeText } from "../core/storage.js";

const NAME = "typed-ahead";
const AREA = "sessionStorage";
const LONGEST = 5000; // milliseconds until the next page is there
const isDigit = (event) => /^\d$/.test(event.key) && !hasModifier(event);

/** Keep the digits that are typed from now on, as this page is about to go. */
export function keepTyped() {
  let digits = "";
  const keep = (event) => {
    if (!isDigit(event) || event.target.matches("input, select, textarea")) return;
    digits += event.key;
    writeText(NAME, digits, AREA);
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
  let digits = readText(NAME, AREA) ?? "";
  dropTyped();
  const collect = (event) => {
    if (isDigit(event) && event.target === document.body) digits += event.key;
  };
  const give = () => {
    window.removeEventListener("keydown", collect);
    const field = find();
    if (!field || !digits) return;
    field.value = digits + field.value; // some may have been typed into it already
    field.focus();
  };
  window.addEventListener("keydown", collect);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", give);
  else give();
}
