// What is typed in a cell: the page goes on by itself when a number is done, fills in what follows
// from it, and asks the server what it says of the form.

import { byId } from "../core/elements.js";
import { Timer } from "../core/timer.js";
import { cellAfter } from "./cell-moves.js";
import { form, go, handInButton } from "./form-cells.js";
import { fillFrom } from "./row-sums.js";

const PAUSE = 250; // milliseconds without a key before the server is asked
const timer = new Timer();

const checkSoon = () => timer.start(() => htmx.trigger(document.body, "check"), PAUSE);

// A number is done when no further digit could make one that is still possible. Where 10 is the
// most, a 1 is done as well: ten has a key of its own. Where more is possible a 1 has to wait.
function isDone(cell) {
  if (!("most" in cell.dataset)) return false;
  const text = cell.value.trim();
  const most = Number(cell.dataset.most);
  if (/^[a-z]$/i.test(text) || text === "0") return true;
  return /^\d+$/.test(text) && (Number(`${text}0`) > most || most === 10);
}

const isTen = (cell) => Number(cell.dataset.most) >= 10 && /^(t|10)$/i.test(cell.value);

function typed({ target: cell, inputType }) {
  checkSoon();
  const isByKey = inputType === "insertText";
  const isWholeTen = isByKey && isTen(cell);
  if (isWholeTen) cell.value = "10";
  cell.classList.remove("filled");
  if (cell.name !== "sure") byId("unsure")?.remove(); // it was about another form
  fillFrom(cell.closest("tr"), cell);
  if (isWholeTen || (isByKey && isDone(cell))) go(cellAfter(cell) ?? handInButton);
}

/** Follow what is typed in the form. */
export function listenToInput() {
  form.addEventListener("input", typed);
  form.addEventListener("change", checkSoon);
  // A number that is clicked on is written over, as one that is walked to.
  form.addEventListener("click", ({ target }) => {
    if ("most" in target.dataset) target.select?.();
  });
}
