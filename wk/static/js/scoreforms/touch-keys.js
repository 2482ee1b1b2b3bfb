// Buttons at a cell for values that the keys of a phone do not have: 10, and the letters that may
// stand in place of a number.

import { byId } from "../core/elements.js";
import { form } from "./form-cells.js";

const keys = byId("touch-keys");

function offerAt(cell) {
  keys.remove();
  const takesMarks = cell.closest("td")?.matches(".next");
  for (const key of keys.children)
    key.hidden = key.value === "10" ? !(Number(cell.dataset.most) >= 10) : !takesMarks;
  if ([...keys.children].some(({ hidden }) => !hidden)) cell.parentElement.append(keys);
}

function type({ target }) {
  const cell = keys.parentElement.querySelector("input");
  cell.value = target.value;
  cell.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
}

/** Offer these buttons at the cell with the focus, on a screen for fingers. */
export function offerTouchKeys() {
  if (!keys || !matchMedia("(pointer: coarse)").matches) return;
  keys.hidden = false;
  form.addEventListener("focusin", ({ target }) => {
    if (!keys.contains(target)) offerAt(target);
  });
  keys.addEventListener("pointerdown", (event) => event.preventDefault()); // the phone's keyboard stays open
  keys.addEventListener("click", type);
}
