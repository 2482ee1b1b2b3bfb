// What the keys of a phone have no key for gets a button at the cell: 10, and the letters that may
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

/** Offer those buttons at each cell that is gone to, where people type with a finger. */
export function offerTouchKeys() {
  if (!keys || !matchMedia("(pointer: coarse)").matches) return;
  keys.hidden = false;
  form.addEventListener("focusin", ({ target }) => {
    if (!keys.contains(target)) offerAt(target);
  });
  keys.addEventListener("pointerdown", (event) => event.preventDefault()); // the keyboard stays up
  keys.addEventListener("click", type);
}
