// Ways from one cell of the form to another.

import {
  cells,
  cellsIn,
  checked,
  firstOf,
  form,
  go,
  grid,
  handInButton,
  head,
  headBoxAt,
  isEmpty,
  lineOf,
  paperTotals,
  rows,
  tail,
} from "./form-cells.js";
import { isPassedOver, isStopped } from "./row-sums.js";

let reached = null; // the cell to which the page went by itself past what needs no Enter

/** Go to the cell after one above the rows. */
export function goFromHead(cell) {
  go(head[head.indexOf(cell) + 1] ?? firstOf(cells()));
}

/** Go on by itself from a cell above the rows, which is complete. */
export function goOnFromHead(cell) {
  goFromHead(cell);
  reached = document.activeElement;
}

/** Go on by itself from a cell of the rows, which is complete. */
export function goOnByItself(cell) {
  const next = cellAfter(cell);
  const list = cells();
  const passed = list.slice(list.indexOf(cell) + 1, next ? list.indexOf(next) : list.length);
  go(next ?? handInButton);
  if (passed.some(isStopped)) reached = document.activeElement;
}

/**
 * Return what the page has just reached by itself, from above the rows or past the empty cells of a
 * stopped deal; null if nothing, and from the next question on. An Enter there still belongs to what
 * was passed: it must not go on from there, nor hand in.
 */
export function takeReached() {
  const cell = reached;
  reached = null;
  return cell;
}

/** Go back one cell; from the first of the rows to the last one above them. */
export const goBack = (cell) => (cell === firstOf(cells()) ? go(head.at(-1)) : step(cell, -1));

/** Go this number of cells on in a list; from its end, nowhere. */
export const step = (cell, by, list = cells()) => go(list[list.indexOf(cell) + by]);

/**
 * Return the next cell to type in after this one, or undefined after the last. The rest of a row is
 * passed over if its box is crossed: nothing is written there.
 */
export function cellAfter(cell) {
  const list = cells();
  const last = cell.checked && cell === headBoxAt(cell) ? lineOf(cell).at(-1) : cell;
  const following = list.slice(list.indexOf(last) + 1);
  const next = following.find((other) => !isPassedOver(other));
  const line = next ? lineOf(next) : [];
  return next === line[0] ? firstOf(line) : next;
}

/** Go to the next cell by Enter; after the last one, with nothing missing, to the end of the form. */
export function goOn(cell) {
  const lines = grid();
  const row = lines.findIndex((line) => cell === firstOf(line));
  const isEnd = row > 0 && "right" in checked().dataset && lines.slice(row).flat().every(isEmpty);
  go((!isEnd && cellAfter(cell)) || handInButton);
}

/** Return whether a cell is above a total on the paper. */
export function isAbove(cell, total) {
  const { left, right } = total.closest("td").getBoundingClientRect();
  const middle = cell.getBoundingClientRect().left + cell.offsetWidth / 2;
  return left <= middle && middle <= right;
}

/** Go down or up in the same column; from the last row to the total on the paper. */
export function goVertically(cell, by) {
  const lines = grid();
  const row = lines.findIndex((line) => line.includes(cell));
  if (row < 0) return;
  if (row === 0 && by < 0) go(head.at(-1));
  else if (lines[row + by]) go(lines[row + by][lines[row].indexOf(cell)]);
  else if (by > 0) go(paperTotals.find((total) => isAbove(cell, total)));
}

/** Go to the cell after the last one that is filled in. */
export const goToLastTyped = () =>
  go(cellAfter(cells().findLast((other) => !isEmpty(other))) ?? handInButton);

/** Go to the cells after the rows, and from there to the totals on the paper. */
export const goToEnd = (cell) =>
  go((tail().includes(cell) ? null : tail()[0]) ?? paperTotals[0] ?? handInButton);

/** Go to a cell by its path, or to the first cell of its row. */
export function goToPath(path) {
  const row = path.split(".").slice(0, 2).join(".");
  const cell = form.elements[path];
  cell?.closest?.("tr[data-extra]")?.classList.remove("unneeded");
  go(cell ?? firstOf(cellsIn(form.querySelector(`tr[data-path="${row}"]`) ?? form)));
}

// In a wrong row the cell with the problem comes first, also if it is in the notes; else an empty
// cell.
function firstRefused() {
  const found = form.querySelector("[aria-invalid=true], tr.wrong");
  if (!found?.matches("tr")) return found;
  const { path } = found.dataset;
  const named = `:is([data-path="${path}"], [data-extra="${path}"]) [aria-invalid=true]`;
  return form.querySelector(named) ?? cellsIn(found).find(isEmpty) ?? cellsIn(found)[0];
}

/**
 * Go to the cell where typing begins: a refused one, else the first that is still to be filled in.
 * Cells after the rows come last, as long as there is room in the rows.
 */
export function goToBegin() {
  const list = grid().flat();
  const { gap } = form.dataset;
  const emptyRow = grid().find((line) => line.every(isEmpty));
  const refused = firstRefused();
  if ("asked" in form.dataset) go(handInButton);
  else if (list.every(isEmpty)) go(head[0] ?? firstOf(list));
  else if (refused) go(refused);
  else if (emptyRow && tail().some(({ name }) => name === gap)) go(firstOf(emptyRow));
  else if (gap) goToPath(gap);
  else go(head[0] ?? firstOf(list));
}

/** Make each element with data-goto, such as a problem in the list, a link to that cell. */
export function followProblems() {
  form.addEventListener("click", (event) => {
    const path = event.target.dataset?.goto;
    if (!path) return;
    event.preventDefault();
    goToPath(path);
  });
}

/** Return the row after a line of notes, or undefined after the last. */
export function rowAfterNotes(notes) {
  const list = rows();
  return list[list.findIndex((row) => row.dataset.path === notes.dataset.extra) + 1];
}
