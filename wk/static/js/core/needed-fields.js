// A field that must be filled in says so beside it, in words that stay until that is done. A browser
// says it in a bubble of its own, which is gone after a moment.

import { make } from "./elements.js";

const told = new WeakMap(); // of each field: the words beside it

function wordsFor(field) {
  const { toTick, toChoose, toFill } = document.body.dataset;
  if (field.type === "checkbox") return toTick;
  return field.type === "radio" || field.matches("select") ? toChoose : toFill;
}

// All radio buttons of one name are one field.
const fieldOf = (input) =>
  input.type === "radio" ? input.form.querySelector(`[name="${CSS.escape(input.name)}"]`) : input;

function tell(event) {
  const field = fieldOf(event.target);
  if (!event.target.validity.valueMissing) return; // the browser says what else is wrong
  event.preventDefault();
  if (field === field.form.querySelector(":invalid:not(fieldset)")) field.focus();
  if (told.get(field)?.isConnected) return;
  const words = make("p", { class: "message error needed", role: "alert" }, wordsFor(field));
  told.set(field, words);
  (field.closest("label, [role='radiogroup']") ?? field).after(words);
}

const forget = ({ target }) => target.form && told.get(fieldOf(target))?.remove();

document.addEventListener("invalid", tell, { capture: true });
document.addEventListener("input", forget);
