// What was typed before the page's scripts ran, as on a slow network: it is taken in like any other
// typing, so that it is checked and saved.

import { findAll } from "../core/elements.js";
import { cells, form, head, isBox } from "./form-cells.js";

function servedOption(choice) {
  const options = [...choice.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}

/** Return the value of a cell as the server wrote it on the page, "" for a box that is not ticked. */
function servedValue(cell) {
  if (isBox(cell)) return cell.defaultChecked ? cell.value : "";
  return cell.tagName === "SELECT" ? servedOption(cell) : cell.defaultValue;
}

const valueNow = (cell) => (isBox(cell) && !cell.checked ? "" : cell.value);
const named = () => findAll("input[name]:enabled, select[name]:enabled", form);

/** Return the names of the cells with their values as the server wrote them. */
export const served = () => named().map((cell) => [cell.name, servedValue(cell)]);

/** Return the cells in which something was typed since the server wrote them. */
export const typedCells = () => named().filter((cell) => valueNow(cell) !== servedValue(cell));

function tellInput(cell, inputType = "") {
  cell.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
}

// Keys that all went into one cell, as no script led on from it: each is typed again, in the cell to
// which the page leads by now.
function typeAgain(cell) {
  const text = cell.value;
  cell.value = "";
  for (const letter of text) {
    const place = document.activeElement;
    if (!("setRangeText" in place)) return;
    place.setRangeText(letter, place.selectionStart, place.selectionEnd, "end");
    tellInput(place, "insertText");
  }
}

/** Take in cells in which something was typed before anything heard it. */
export function takeIn(typed) {
  const isLed = (cell) =>
    cell === document.activeElement &&
    servedValue(cell) === "" &&
    "most" in cell.dataset &&
    [...head, ...cells()].includes(cell);
  for (const cell of typed) {
    if (isLed(cell)) typeAgain(cell);
    else tellInput(cell);
  }
}
