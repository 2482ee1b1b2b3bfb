// Lets every clock on a page count down by the time of the server. A clock element has the server's
// time when it was made (data-now), the time of its end (data-ends), and words that are shown from
// so many seconds before the end (data-from). What stands before the time left (data-still) is there
// only while the clock counts: without this script it tells a time of day. A clock of what is to
// start says in how many minutes it does (data-one, data-more), from an hour before it.

import { announce, findAll, make } from "./elements.js";

const SECOND = 1000; // milliseconds
const HOUR = 3600; // seconds
const known = new WeakSet(); // the clocks whose server time has been used already
// The server's time minus this page's own time, in milliseconds. An answer always comes later than
// it was sent, so of several values the largest is nearest to the truth.
let skew = -Infinity;

/** Use the time at which the server sent an answer that has just come, in milliseconds. */
export function hearServerTime(milliseconds) {
  if (Number.isFinite(milliseconds)) skew = Math.max(skew, milliseconds - performance.now());
}

/** Return the time of the server in milliseconds; -Infinity before anything told it. */
export const serverTime = () => skew + performance.now();

const twoDigits = (number) => String(number).padStart(2, "0");

function written(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function inMinutes({ one, more }, seconds) {
  if (seconds <= 0 || seconds > HOUR) return "";
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? one : more.replace("{minutes}", minutes);
}

// Only the words of the last moment that has passed are shown.
function showWords(clock, left) {
  const words = findAll("[data-from]", clock);
  const last = words.filter((word) => left <= Number(word.dataset.from)).at(-1);
  for (const word of words) word.hidden = word !== last;
  clock.dataset.says = last?.dataset.says ?? "";
}

function show(clock) {
  const { ends, now, says, more } = clock.dataset;
  const isPaused = says === "paused";
  const time = isPaused ? Number(now) : serverTime();
  const left = Math.ceil((Number(ends) - time) / SECOND);
  const words = more ? inMinutes(clock.dataset, left) : written(Math.max(0, left));
  announce(clock.querySelector(".clock-left"), words);
  if (!isPaused) showWords(clock, left);
}

/** Show the time that is left in every clock of the page. */
export function showCountdowns() {
  const clocks = findAll(".clock[data-ends]");
  for (const clock of clocks.filter((each) => !known.has(each))) {
    known.add(clock);
    hearServerTime(Number(clock.dataset.now));
    const { still } = clock.dataset;
    if (still)
      clock.querySelector(".clock-left").before(make("span", { class: "clock-still" }, still));
  }
  clocks.forEach(show);
}

/** Keep the clocks of the page counting down. */
export function runCountdowns() {
  showCountdowns();
  setInterval(showCountdowns, SECOND / 4);
}
