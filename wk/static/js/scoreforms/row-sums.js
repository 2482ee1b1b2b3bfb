// Cells of a row that add up to a known total: the last one to be written is what the others leave.
// It follows them until the clerk writes there. Which cells these are is in the page.

import { form, isEmpty, rows } from "./form-cells.js";

// The sums of a row, as long as no letter stands for a number.
function sumsOf(row) {
  const sums = row?.dataset.sums?.split(";") ?? [];
  return sums.map((sum) => {
    const [total, ...paths] = sum.split(" ");
    return { total: Number(total), group: paths.map((path) => form.elements[path]) };
  });
}

const isMark = (text) => [...form.dataset.marks].includes(text.toUpperCase());
const numberIn = (text) => (/^\d+$/.test(text) ? Number(text) : NaN);

// What the others of a sum leave for a cell: null while that is not known, NaN for nothing.
function leftFor(cell, { total, group }) {
  const others = group.filter((other) => other !== cell).map(({ value }) => value.trim());
  if (others.some((text) => text === "" || isMark(text))) return null;
  const left = others.reduce((rest, text) => rest - numberIn(text), total);
  return left >= 0 && left <= Number(cell.dataset.most) ? left : NaN;
}

/** Return whether a cell was filled in by this page, and not by the clerk. */
export const isFilled = (cell) => cell.classList.contains("filled");

/**
 * Return whether a cell is empty because one wrong number leaves nothing for it. It stays empty, to
 * be gone back to, and typing goes on where it would have gone on.
 */
export function isBlocked(cell) {
  if (!isEmpty(cell)) return false;
  return sumsOf(cell.closest("tr")).some(
    (sum) => sum.group.includes(cell) && Number.isNaN(leftFor(cell, sum)),
  );
}

function fill(cell, sum) {
  const left = leftFor(cell, sum) ?? NaN;
  cell.value = Number.isNaN(left) ? "" : left;
  cell.classList.toggle("filled", !Number.isNaN(left));
}

/**
 * Fill in what follows from a cell of a row that was just written; that cell is the clerk's own.
 */
export function fillFrom(row, written) {
  for (const sum of sumsOf(row)) {
    const open = sum.group.filter((cell) => isEmpty(cell) || isFilled(cell));
    if (open.length === 1 && open[0] !== written) fill(open[0], sum);
    else for (const cell of open.filter(isFilled)) fill(cell, sum);
  }
}

/** Let the last cell of each full sum count as filled in: in a draft it was that most likely. */
export function markFilled() {
  for (const { total, group } of rows().flatMap(sumsOf)) {
    const numbers = group.map(({ value }) => (value === "" ? NaN : Number(value)));
    if (numbers.reduce((sum, number) => sum + number, 0) === total)
      group.at(-1).classList.add("filled");
  }
}
