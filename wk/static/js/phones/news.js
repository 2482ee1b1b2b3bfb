// The announcements of the director, and the time that the table has left, above every page of the
// phone.

import { showCountdowns } from "../core/countdown.js";
import { byId, make } from "../core/elements.js";
import { postToOffice } from "./office.js";
import { word } from "./words.js";

const POLL = 5000; // milliseconds

let news = { announcements: [], clock: null };
let shown = "";

const clockWord = (says, about = {}) =>
  make("span", { class: "clock-word", "data-says": says, ...about }, word(`says-${says}`));

function makeClock({ now, ends, isPaused, warnings }) {
  const about = { "data-now": now, "data-ends": ends, "data-says": isPaused ? "paused" : "" };
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

// Without a network the last news stay.
async function ask(key) {
  const answer = await postToOffice("news/", key);
  if (!answer?.ok) return;
  news = answer.body;
  showNews();
}

/** Ask for news while the phone knows its table and the page is visible. */
export function followNews(store) {
  const look = () => {
    if (store.record && !document.hidden) ask(store.key);
  };
  look();
  setInterval(look, POLL);
  document.addEventListener("visibilitychange", look);
}
