// A letter in place of a number stops a deal: the other numbers of its sum are then empty on paper. The
// page empties them by itself, and writes them again if the letter goes.

import { isEmpty } from "./form-cells.js";
import { isMark, sumsOf } from "./row-sums.js";

const emptied = new Map(); // what stood in a cell before a letter emptied it, by its name

const hasMark = (group) => group.some(({ value }) => isMark(value.trim()));

function empty(cell) {
  if (isEmpty(cell) || isMark(cell.value.trim())) return;
  emptied.set(cell.name, { value: cell.value, isFilled: cell.classList.contains("filled") });
  cell.value = "";
  cell.classList.remove("filled");
}

function writeAgain(cell) {
  const before = emptied.get(cell.name);
  emptied.delete(cell.name);
  if (!before || !isEmpty(cell)) return;
  cell.value = before.value;
  cell.classList.toggle("filled", before.isFilled);
}

/**
 * Follow a cell of a row that the clerk has just typed in: empty the others of its sum if it is a
 * letter now, and write them again if no letter is left.
 */
export function followMark(row, written) {
  for (const { group } of sumsOf(row).filter((sum) => sum.group.includes(written))) {
    const others = group.filter((cell) => cell !== written);
    if (isMark(written.value.trim())) others.forEach(empty);
    else if (!hasMark(group)) others.forEach(writeAgain);
    emptied.delete(written.name);
  }
}
