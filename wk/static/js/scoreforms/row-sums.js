// Cells of a row that add up to a known total: the last empty one gets the rest by itself. It follows
// the other cells until the clerk types in it. The page names these cells.

import { form, isEmpty, rows } from "./form-cells.js";

/** Return the sums of a row: each with its total and its cells. */
export function sumsOf(row) {
  const sums = row?.dataset.sums?.split(";") ?? [];
  return sums.map((sum) => {
    const [total, ...paths] = sum.split(" ");
    return { total: Number(total), group: paths.map((path) => form.elements[path]) };
  });
}

/** Return whether a text is a letter that may stand in place of a number. */
export const isMark = (text) => [...form.dataset.marks].includes(text.toUpperCase());
const numberIn = (text) => (/^\d+$/.test(text) ? Number(text) : NaN);

// The rest of a sum for a cell: null while it is not known, NaN if no number is possible.
function leftFor(cell, { total, group }) {
  const others = group.filter((other) => other !== cell).map(({ value }) => value.trim());
  if (others.some((text) => text === "" || isMark(text))) return null;
  const left = others.reduce((rest, text) => rest - numberIn(text), total);
  return left >= 0 && left <= Number(cell.dataset.most) ? left : NaN;
}

// Whether a cell was filled in by this page, and not by the clerk.
const isFilled = (cell) => cell.classList.contains("filled");

const hasMark = ({ group }) => group.some(({ value }) => isMark(value.trim()));
const sumsWith = (cell) => sumsOf(cell.closest("tr")).filter(({ group }) => group.includes(cell));

/** Return whether a cell stays empty because a letter in its sum stopped the deal. */
export const isStopped = (cell) => isEmpty(cell) && sumsWith(cell).some(hasMark);

/**
 * Return whether typing goes on after a cell: a letter stopped its deal, or it is the last of a sum
 * and holds the rest of it, or stays empty as a wrong number in its row leaves none. Any other cell
 * gets its number from the paper, also one that was filled in: who types a row again types them all.
 */
export function isPassedOver(cell) {
  if (isStopped(cell)) return true;
  const isLastOf = ({ group }) => cell === group.at(-1);
  return sumsWith(cell).some(
    (sum) =>
      isLastOf(sum) && (isFilled(cell) || (isEmpty(cell) && Number.isNaN(leftFor(cell, sum)))),
  );
}

function fill(cell, sum) {
  const left = leftFor(cell, sum) ?? NaN;
  cell.value = Number.isNaN(left) ? "" : left;
  cell.classList.toggle("filled", !Number.isNaN(left));
}

/**
 * Fill in the cells that follow from a cell that the clerk has just typed in.
 */
export function fillFrom(row, written) {
  for (const sum of sumsOf(row)) {
    const open = sum.group.filter((cell) => isEmpty(cell) || isFilled(cell));
    if (open.length === 1 && open[0] !== written) fill(open[0], sum);
    else for (const cell of open.filter(isFilled)) fill(cell, sum);
  }
}

/** Mark the last cell of each full sum as filled in: in a draft it most likely was. */
export function markFilled() {
  for (const { total, group } of rows().flatMap(sumsOf)) {
    const numbers = group.map(({ value }) => (value === "" ? NaN : Number(value)));
    if (numbers.reduce((sum, number) => sum + number, 0) === total)
      group.at(-1).classList.add("filled");
  }
}
