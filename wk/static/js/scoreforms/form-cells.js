// The cells of the form that is typed in: rows of deals, the cells before and after them, and the
// totals on the paper.

import { byId, findAll } from "../core/elements.js";

/** The form that is typed in. */
export const form = byId("score-form");

/** The button that hands the form in. */
export const handInButton = form.querySelector("button[value=count]");

/** Return the cells within an element. */
export const cellsIn = (root) => findAll("input:not([type=hidden]), select", root);

/** Return the rows as they are now: the server adds some when the last ones are filled. */
export const rows = () => findAll("tbody tr[data-path]", form);

/** Return the cells of each row. */
export const grid = () => rows().map(cellsIn);

/** Return the cells after the rows, without the totals on the paper. */
export const tail = () => findAll(".tail", form).flatMap(cellsIn);

/** Return the cells through which the arrows go: those of the rows, and those after them. */
export const cells = () => [...grid().flat(), ...tail()];

/** The cells before the rows. */
export const head = findAll(".head-cells", form).flatMap(cellsIn);

/** The cells for the totals that the table added up on the paper. */
export const paperTotals = findAll(".on-paper", form).flatMap(cellsIn);

/** Return the line of notes below the row with this path, or null. */
export const notesOf = (path) => form.querySelector(`tr[data-extra="${path}"]`);

/** Return whether a cell is a box to cross. */
export const isBox = (cell) => cell.type === "checkbox";

/** Return whether nothing is written in a cell. */
export const isEmpty = (cell) => (isBox(cell) ? !cell.checked : cell.value === "");

/** Return the element with the server's answer about the form. */
export const checked = () => byId("checked");

/** Go to a cell or a button; typing then replaces the content of the cell. */
export function go(cell) {
  if (!cell) return;
  // The bar with the button is always in sight: the form need not move for it.
  cell.focus({ preventScroll: cell === handInButton });
  cell.select?.();
}

/**
 * Return the first cell of a row to type in. A box at the head of a row is passed over: it is crossed
 * only for a deal that was not played.
 */
export const firstOf = (line) => line.find((cell) => !isBox(cell)) ?? line[0];

/** Return the cells of the row of a cell. */
export const lineOf = (cell) => grid().find((line) => line.includes(cell)) ?? [cell];

/** Return the box at the head of a row, from that box itself or the cell beside it; else null. */
export function headBoxAt(cell) {
  const line = lineOf(cell);
  const first = line.indexOf(firstOf(line));
  return first > 0 && line.indexOf(cell) <= first ? line[0] : null;
}
