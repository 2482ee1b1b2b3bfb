// The announcements of the director, and the time that the table has left, above every page of the
// phone; and what the office tells with them: whether the director comes, and the next seats.

import { showCountdowns } from "../core/countdown.js";
import { byId, make } from "../core/elements.js";
import { postToOffice } from "./office.js";
import { knowSecond } from "./second-laptop.js";
import { word } from "./words.js";

const POLL = 5000; // milliseconds

let news = { announcements: [], clock: null, call: null, next: null, counted: null };
let shown = "";

const clockWord = (says, about = {}) =>
  make("span", { class: "clock-word", "data-says": says, ...about }, word(`says-${says}`));

function makeClock({ now, ends, isPaused, warnings }) {
  const says = isPaused ? "paused" : "";
  const about = {
    "data-now": now,
    "data-ends": ends,
    "data-says": says,
    "data-still": word("still"),
  };
  const left = make("b", { class: "clock-left", role: "timer" });
  const words = isPaused
    ? clockWord("paused")
    : warnings.map(({ from, says }) => clockWord(says, { "data-from": from, hidden: true }));
  return make("span", { class: "clock", ...about }, left, words);
}

/** Show the news. Only changes are written, so that a screen reader does not repeat the rest. */
export function showNews() {
  const { announcements, clock } = news;
  byId("time").replaceChildren(...(clock ? [makeClock(clock)] : []));
  showCountdowns();
  const text = JSON.stringify(announcements);
  if (text === shown) return;
  shown = text;
  byId("said").replaceChildren(...announcements.map((each) => make("p", {}, each)));
}

/** Return the round and the seats of the table's players in the next round, null while not known. */
export const nextSeats = () => news.next;

// Whether the form that this phone shows as counted was corrected since the last news.
const isCorrected = (record, before) =>
  record.standing === "counted" && before !== null && before !== news.counted;

// Without a network the last news stay.
async function ask(store, call, changed) {
  const { turn } = call;
  const answer = await postToOffice("news/", store.key);
  if (!answer?.ok) return;
  const { counted } = news;
  const before = JSON.stringify(news.next);
  news = answer.body;
  knowSecond(news.second);
  showNews();
  call.hear(news.call, turn);
  if (isCorrected(store.record, counted)) store.open();
  else if (JSON.stringify(news.next) !== before) changed();
}

/**
 * Ask for news while the phone knows its table and the page is visible. `call` hears of the call of
 * the table; `changed` is called when the next seats are others. A form that was corrected is opened
 * again.
 */
export function followNews(store, call, changed) {
  const look = () => {
    if (store.record && !document.hidden) ask(store, call, changed);
  };
  look();
  setInterval(look, POLL);
  document.addEventListener("visibilitychange", look);
}
