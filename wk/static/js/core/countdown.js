// Lets every clock on a page count down by the time of the server. A clock says what time it was
// there when it was made, when its time is up, and from how many seconds before that which words
// are to be shown.

import { announce, findAll } from "./elements.js";

const SECOND = 1000; // milliseconds
const known = new WeakSet(); // clocks of which the server's time was heard
let skew = -Infinity; // what to add to this page's own time; no answer comes before it was sent

/** Hear what time it was at the server, in milliseconds, when it sent what has just come. */
export function hearServerTime(milliseconds) {
  if (Number.isFinite(milliseconds)) skew = Math.max(skew, milliseconds - performance.now());
}

const twoDigits = (number) => String(number).padStart(2, "0");

function written(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

// Only the words of the last moment that has passed are shown.
function showWords(clock, left) {
  const words = findAll("[data-from]", clock);
  const last = words.filter((word) => left <= Number(word.dataset.from)).at(-1);
  for (const word of words) word.hidden = word !== last;
  clock.dataset.says = last?.dataset.says ?? "";
}

function show(clock) {
  const { ends, now, says } = clock.dataset;
  const isPaused = says === "paused";
  const time = isPaused ? Number(now) : skew + performance.now();
  const left = Math.ceil((Number(ends) - time) / SECOND);
  announce(clock.querySelector(".clock-left"), written(Math.max(0, left)));
  if (!isPaused) showWords(clock, left);
}

/** Show in every clock of the page how much time is left now. */
export function showCountdowns() {
  const clocks = findAll(".clock[data-ends]");
  for (const clock of clocks.filter((each) => !known.has(each))) {
    known.add(clock);
    hearServerTime(Number(clock.dataset.now));
  }
  clocks.forEach(show);
}

/** Let the clocks of the page count down from now on. */
export function runCountdowns() {
  showCountdowns();
  setInterval(showCountdowns, SECOND / 4);
}
