// Look-ups in the form of a table as the server has sent it: the next cell, the barred number, the
// points of a deal. They know no rule of a game. `data` is the form from the server, `row` a deal of
// it, and `cells` the value of each cell by its path.

const isNumber = (text) => /^\d+$/.test(text ?? "");
const written = (row) => row.sides.flat();

/**
 * Return whether the page guides through a deal cell by cell; other forms are filled in freely.
 */
export const isGuided = (data) =>
  data.rows.length > 0 &&
  Object.keys(data.worth).length > 0 &&
  data.rows.every((row) => row.orders.length > 0);

const byFirstDealer = (data, list, cells) =>
  data.firstDealer ? list[Number(cells[data.firstDealer]) - 1] : list[0];

/** Return the seat of the dealer, from 1; 0 while it is not known. */
export const dealerOf = (data, row, cells) => byFirstDealer(data, row.dealers, cells) ?? 0;

/** Return the paths of the cells of a deal in the order in which they are filled in. */
export const orderOf = (data, row, cells) => byFirstDealer(data, row.orders, cells) ?? [];

/** Return the cell of a deal with this path. */
export const fieldAt = (row, path) =>
  [...row.cells, ...written(row), ...row.notes].find((field) => field.path === path);

/** Return the letters that are in the cells of a deal in place of numbers. */
export const marksIn = (row, cells) =>
  written(row)
    .filter((field) => field.marks.includes(cells[field.path]))
    .map(({ path }) => cells[path]);

// If a deal has a letter, the cells that may hold letters need no number.
function neededIn(row, cells) {
  const isStopped = marksIn(row, cells).length > 0;
  return written(row).filter(({ path, marks }) => !cells[path] && !(isStopped && marks.length));
}

/** Return the path of the next cell to fill in, or "". */
export function nextPath(data, row, cells) {
  const needed = new Set(neededIn(row, cells).map(({ path }) => path));
  return orderOf(data, row, cells).find((path) => needed.has(path)) ?? "";
}

const sumOf = (paths, cells) =>
  paths
    .map((path) => cells[path])
    .filter(isNumber)
    .reduce((total, text) => total + Number(text), 0);
const isFull = (paths, cells) => paths.every((path) => isNumber(cells[path]));
const without = (paths, path) => paths.filter((other) => other !== path);

/** Return the one number that is barred in a cell, with the total that it makes; or null. */
export function barredAt(row, path, cells) {
  for (const { paths, total } of row.barred) {
    const others = without(paths, path);
    if (!paths.includes(path) || !isFull(others, cells)) continue;
    const number = total - sumOf(others, cells);
    if (number >= 0) return { number, total };
  }
  return null;
}

/** Return the rest of a known sum that the other cells leave for this one, or null. */
export function leftAt(row, path, cells) {
  const group = row.sums.find(({ paths }) => paths.includes(path));
  return group ? group.total - sumOf(without(group.paths, path), cells) : null;
}

/** Return a sum of cells that differs from its known total, with that total; or null. */
export function wrongSum(row, cells) {
  const isOff = ({ paths, total }) => isFull(paths, cells) && sumOf(paths, cells) !== total;
  const off = row.sums.find(isOff);
  return off ? { total: off.total, sum: sumOf(off.paths, cells) } : null;
}

/** Return whether a deal has a barred number all the same: the director let it stand. */
export const isBarred = (row, cells) =>
  row.barred.some(({ paths, total }) => isFull(paths, cells) && sumOf(paths, cells) === total);

const spelled = (side, cells) => side.map(({ path }) => cells[path] || "-").join(" ");

/** Return whether a deal is complete and has nothing wrong. */
export const isDone = (data, row, cells) =>
  neededIn(row, cells).length === 0 &&
  !wrongSum(row, cells) &&
  row.sides.every((side) => spelled(side, cells) in data.worth);

/** Return whether a deal has notes. */
export const hasNotes = (row, cells) => row.notes.some(({ path }) => cells[path]);

/** Return the points of each side in a complete deal; null with notes: the server counts these. */
export function pointsOf(data, row, cells) {
  if (!isDone(data, row, cells) || hasNotes(row, cells)) return null;
  return row.sides.map((side) => data.worth[spelled(side, cells)]);
}

/** Return the number of complete deals. */
export const doneCount = (data, cells) =>
  data.rows.filter((row) => isDone(data, row, cells)).length;

/** Return the total of each side over some deals; null once the server has to count. */
export function totalsOf(data, rows, cells) {
  let totals = data.sides.map(() => 0);
  for (const row of rows) {
    const points = pointsOf(data, row, cells);
    if (!points) return null;
    totals = totals.map((total, side) => total + points[side]);
  }
  return totals;
}

// A letter in a deal removes the numbers from the cells that may hold letters, and a number there
// removes the letters.
function removeOtherKind(row, path, value, cells, filled) {
  const isMark = fieldAt(row, path).marks.includes(value);
  for (const other of written(row).filter(({ marks }) => marks.length)) {
    if (other.path === path || isMark === other.marks.includes(cells[other.path])) continue;
    cells[other.path] = "";
    filled.delete(other.path);
  }
}

// The last cell of a sum follows from the others.
function fillLast(row, { paths, total }, path, cells, filled) {
  const open = paths.filter((other) => !cells[other] || filled.has(other));
  const [last] = open;
  if (!paths.includes(path) || open.length !== 1 || last === path) return;
  const others = without(paths, last);
  const left = total - sumOf(others, cells);
  const fits = isFull(others, cells) && left >= 0 && left <= fieldAt(row, last).most;
  cells[last] = fits ? String(left) : "";
  if (fits) filled.add(last);
  else filled.delete(last);
}

/**
 * Fill in a cell, and the cells of `cells` that follow from it. `filled` is the set of the paths that
 * nobody typed: these cells go on following the others.
 */
export function write(row, path, value, cells, filled) {
  cells[path] = value;
  filled.delete(path);
  if (value && fieldAt(row, path).marks.length) removeOtherKind(row, path, value, cells, filled);
  for (const sum of row.sums) fillLast(row, sum, path, cells, filled);
}
