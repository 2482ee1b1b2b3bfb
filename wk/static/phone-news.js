// What the director says to the hall, and how much time the table has left. Both are only shown,
// above whatever the table does; clock.js lets the time tick.

import { make, word } from "./phone-parts.js";

const POLL = 5000; // ms
const PATIENCE = 8000;

let news = { announcements: [], clock: null };
let shown = "";

const said = (words, more = {}) =>
  make("span", { class: "clock-word", "data-says": words, ...more }, word(`says-${words}`));
const time = ({ now, ends, isPaused, warnings }) =>
  make("span", { class: "clock", "data-now": now, "data-ends": ends, "data-says": isPaused ? "paused" : "" },
    make("b", { class: "clock-left", role: "timer" }),
    isPaused ? said("paused")
      : warnings.map(({ from, says }) => said(says, { "data-from": from, hidden: true })));

// Whoever listens hears what is new, and not every few seconds what was there.
export const retell = () => {
  const { announcements, clock } = news;
  document.getElementById("time").replaceChildren(...(clock ? [time(clock)] : []));
  document.dispatchEvent(new Event("wk:clock"));
  const text = JSON.stringify(announcements);
  if (text === shown) return;
  shown = text;
  document.getElementById("said").replaceChildren(...announcements.map((each) => make("p", {}, each)));
};

const ask = async (key) => {
  try {
    const body = new URLSearchParams({ key });
    const signal = AbortSignal.timeout?.(PATIENCE);
    const answer = await fetch("news/", { method: "POST", body, signal, credentials: "omit", cache: "no-store" });
    if (!answer.ok) return;
    news = await answer.json();
    retell();
  } catch { /* no network: what was said last goes on to stand there */ }
};

// Ask what is new, while the phone knows its table and somebody looks at it.
export const follow = (store) => {
  const look = () => { if (store.record && !document.hidden) ask(store.key); };
  look();
  setInterval(look, POLL);
  document.addEventListener("visibilitychange", look);
};
