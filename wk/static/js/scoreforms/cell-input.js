// Typing in a cell: when a number is complete the page goes to the next cell by itself, fills in the
// cells that follow from it, and asks the server to check the form.

import { goOnByItself, goOnFromHead } from "./cell-moves.js";
import { check, checkAfterPause } from "./checking.js";
import { form, head, isEmpty } from "./form-cells.js";
import { fillFrom } from "./row-sums.js";
import { isSeatDigit, keepLastDigit, tellSeat } from "./seat-digit.js";
import { followMark } from "./stopped-deals.js";

// A number is complete when no further digit can make a number that is still possible. If 10 is the
// largest, a 1 is complete as well: ten has a key of its own. If more is possible, a 1 has to wait.
function isDone(cell) {
  if (!("most" in cell.dataset)) return false;
  const text = cell.value.trim();
  const most = Number(cell.dataset.most);
  if (/^[a-z]$/i.test(text) || text === "0") return true;
  return /^\d+$/.test(text) && (Number(`${text}0`) > most || most === 10);
}

const isTen = (cell) => Number(cell.dataset.most) >= 10 && /^(t|10)$/i.test(cell.value);

function typedInHead(cell, isByKey) {
  if (!isSeatDigit(cell)) return;
  if (isByKey) keepLastDigit(cell);
  tellSeat(cell);
  if (isByKey && isDone(cell)) goOnFromHead(cell);
}

function typedInForm(cell, isByKey) {
  const isWholeTen = isByKey && isTen(cell);
  if (isWholeTen) cell.value = "10";
  cell.classList.remove("filled");
  followMark(cell.closest("tr"), cell);
  fillFrom(cell.closest("tr"), cell);
  if (isWholeTen || (isByKey && isDone(cell))) goOnByItself(cell);
}

// A number that is complete has been left; one that may go on still has the focus.
function typed({ target: cell, inputType }) {
  const isByKey = inputType === "insertText";
  if (head.includes(cell)) typedInHead(cell, isByKey);
  else typedInForm(cell, isByKey);
  if (isByKey && cell === document.activeElement && !isEmpty(cell)) checkAfterPause();
  else check();
}

/** Follow what is typed in the form. */
export function listenToInput() {
  form.addEventListener("input", typed);
  form.addEventListener("change", check);
  // Typing replaces a number that was clicked on, as it does after a key.
  form.addEventListener("click", ({ target }) => {
    if ("most" in target.dataset) target.select?.();
  });
}
