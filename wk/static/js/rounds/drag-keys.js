// Keys that go from one handle to another: an arrow to the nearest seat in that direction, a number
// to the table of that number.

import { handles } from "./seat-handles.js";

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const NEAREST = 8; // pixels: handles that are nearer than this are on the same line
const COLUMN = 40; // pixels: handles that are further aside are in another column
const NUMBER_PAUSE = 1000; // milliseconds within which digits make one number

let digits = "";
let typedAt = 0;

/** Return whether a key is an arrow, whether or not there is a handle in that direction. */
export const isArrow = (event) => event.key in ARROWS;

/** Return the handle to which a key goes, or null. */
export function handleByKey(handle, event) {
  if (isArrow(event)) return nearestHandle(handle, ARROWS[event.key]);
  return /^\d$/.test(event.key) ? handleAtTable(event) : null;
}

function middleOf(handle) {
  const { left, top, width, height } = handle.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The distance of another handle in a direction; Infinity if it is not in that direction.
function distance([x, y], other, [dx, dy]) {
  const [otherX, otherY] = middleOf(other);
  const ahead = (otherX - x) * dx + (otherY - y) * dy;
  const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
  if (ahead < NEAREST || (dy && aside > COLUMN)) return Infinity;
  return ahead + 3 * aside;
}

function nearestHandle(handle, direction) {
  const from = middleOf(handle);
  let nearest = null;
  let least = Infinity;
  for (const other of handles()) {
    const far = distance(from, other, direction);
    if (far < least) [nearest, least] = [other, far];
  }
  return nearest;
}

function handleAtTable({ key, timeStamp }) {
  digits = timeStamp - typedAt < NUMBER_PAUSE ? digits + key : key;
  typedAt = timeStamp;
  return handles().find(({ dataset }) => dataset.table === digits) ?? null;
}
