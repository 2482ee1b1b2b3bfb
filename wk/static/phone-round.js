// Looks things up in the form of a table as the server has sent it: who is next, what is barred, what
// a deal is worth. It knows no rule of its own.

const isNumber = (text) => /^\d+$/.test(text ?? "");
const written = (row) => row.sides.flat();

// Whether deals are led through cell by cell; other forms are filled in as they lie there.
export const isGuided = (data) => data.rows.length > 0 && Object.keys(data.worth).length > 0
  && data.rows.every((row) => row.orders.length > 0);

const byFirst = (data, list, cells) =>
  (data.firstDealer ? list[Number(cells[data.firstDealer]) - 1] : list[0]);
export const dealerOf = (data, row, cells) => byFirst(data, row.dealers, cells) ?? 0;
export const orderOf = (data, row, cells) => byFirst(data, row.orders, cells) ?? [];

export const fieldsOf = (row) => [...row.cells, ...written(row), ...row.notes];
export const fieldAt = (row, path) => fieldsOf(row).find((field) => field.path === path);

// Letters that stand in a deal: what may hold one needs no number then.
export const marksIn = (row, cells) =>
  written(row).filter((field) => field.marks.includes(cells[field.path])).map(({ path }) => cells[path]);
const isNeeded = (row, cells) => {
  const isStopped = marksIn(row, cells).length > 0;
  return (field) => !cells[field.path] && !(isStopped && field.marks.length);
};
export const nextPath = (data, row, cells) => {
  const needed = new Set(written(row).filter(isNeeded(row, cells)).map(({ path }) => path));
  return orderOf(data, row, cells).find((path) => needed.has(path)) ?? "";
};

const numbersOf = (paths, cells) => paths.map((path) => cells[path]).filter(isNumber).map(Number);
const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0);
const isFull = (paths, cells) => paths.every((path) => isNumber(cells[path]));

// The one number that may not be written in a cell, or null.
export const barredAt = (row, path, cells) => {
  for (const { paths, total } of row.barred) {
    const others = paths.filter((other) => other !== path);
    if (!paths.includes(path) || !isFull(others, cells)) continue;
    const number = total - sumOf(numbersOf(others, cells));
    if (number >= 0) return { number, total };
  }
  return null;
};

// What the others leave of a known sum, or null.
export const leftAt = (row, path, cells) => {
  const group = row.sums.find(({ paths }) => paths.includes(path));
  if (!group) return null;
  return group.total - sumOf(numbersOf(group.paths.filter((other) => other !== path), cells));
};
export const wrongSum = (row, cells) => {
  const off = row.sums.find(({ paths, total }) =>
    isFull(paths, cells) && sumOf(numbersOf(paths, cells)) !== total);
  return off ? { total: off.total, sum: sumOf(numbersOf(off.paths, cells)) } : null;
};
// Whether a deal has what is barred all the same: the director let it stand.
export const isBarred = (row, cells) => row.barred.some(({ paths, total }) =>
  isFull(paths, cells) && sumOf(numbersOf(paths, cells)) === total);

const spelled = (side, cells) => side.map(({ path }) => cells[path] || "-").join(" ");
export const isDone = (data, row, cells) => !written(row).some(isNeeded(row, cells))
  && !wrongSum(row, cells)
  && row.sides.every((side) => spelled(side, cells) in data.worth);
export const hasNotes = (row, cells) => row.notes.some(({ path }) => cells[path]);

// Points of each side in a deal that is done, or null; special things only the server can count.
export const pointsOf = (data, row, cells) => (isDone(data, row, cells) && !hasNotes(row, cells)
  ? row.sides.map((side) => data.worth[spelled(side, cells)]) : null);
export const doneCount = (data, cells) => data.rows.filter((row) => isDone(data, row, cells)).length;

// Totals of each side over the first deals; null once the server has to be asked.
export const totalsOf = (data, rows, cells) => rows.reduce((totals, row) => {
  const points = pointsOf(data, row, cells);
  return totals && points && totals.map((total, side) => total + points[side]);
}, data.sides.map(() => 0));

// Write in a cell; what follows from it is written with it. A letter in a deal takes away the
// numbers that stand where letters may, and a number there takes away the letters. `filled` are the
// cells that nobody wrote: they go on following the others.
export const write = (row, path, value, cells, filled) => {
  cells[path] = value;
  filled.delete(path);
  const field = fieldAt(row, path);
  const isMark = field.marks.includes(value);
  if (value && field.marks.length)
    for (const other of written(row).filter(({ marks }) => marks.length))
      if (other.path !== path && isMark !== other.marks.includes(cells[other.path])) {
        cells[other.path] = "";
        filled.delete(other.path);
      }
  for (const { paths, total } of row.sums) fillLast(row, paths, total, path, cells, filled);
};
const fillLast = (row, paths, total, path, cells, filled) => {
  const open = paths.filter((other) => !cells[other] || filled.has(other));
  if (!paths.includes(path) || open.length !== 1 || open[0] === path) return;
  const left = total - sumOf(numbersOf(paths.filter((other) => other !== open[0]), cells));
  const others = paths.filter((other) => other !== open[0]);
  const fits = isFull(others, cells) && left >= 0 && left <= fieldAt(row, open[0]).most;
  cells[open[0]] = fits ? String(left) : "";
  if (fits) filled.add(open[0]);
  else filled.delete(open[0]);
};
