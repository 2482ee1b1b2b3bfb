// The bar above every page of a tournament: the clock of the round, and announcements. It asks for
// news by itself. It also holds the clocks of tables with extra time, as templates. These are copied
// to the elements of the page that have the same round and table (data-own). An announcement that ends by the
// time alone (data-ends) moves no version: the bar asks for itself once that time has come.

import { runCountdowns, serverTime, showCountdowns } from "../core/countdown.js";
import { findAll } from "../core/elements.js";
import { followChanges } from "../core/live.js";

const SECOND = 1000; // milliseconds

function layTableClocks() {
  for (const place of findAll(".own-time[data-own]")) {
    const clock = document.querySelector(`#news template[data-own="${place.dataset.own}"]`);
    place.replaceChildren(...(clock ? [clock.content.cloneNode(true)] : []));
  }
}

function askWhenOver() {
  const isOver = ({ dataset }) => Number(dataset.ends) <= serverTime();
  if (findAll("#news .announcement[data-ends]").some(isOver)) htmx.trigger("#news", "look");
}

document.addEventListener("htmx:afterSwap", () => {
  layTableClocks();
  showCountdowns();
});

layTableClocks();
runCountdowns();
followChanges();
setInterval(askWhenOver, SECOND);
