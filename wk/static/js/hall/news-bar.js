// The bar above every page of a tournament: the clock of the round, and announcements. It asks what
// is new by itself. The clocks of tables with more time come in it as templates; from there they
// are laid in the places on the page that have their round and table as data-own.

import { hearServerTime, runCountdowns, showCountdowns } from "../core/countdown.js";
import { findAll } from "../core/elements.js";
import { askWhileVisible } from "../core/live.js";

function layTableClocks() {
  for (const place of findAll(".own-time[data-own]")) {
    const clock = document.querySelector(`#news template[data-own="${place.dataset.own}"]`);
    place.replaceChildren(...(clock ? [clock.content.cloneNode(true)] : []));
  }
}

askWhileVisible("news");
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt.id === "news")
    hearServerTime(Number.parseInt(detail.xhr.getResponseHeader("X-Now"), 10));
});
document.addEventListener("htmx:afterSwap", () => {
  layTableClocks();
  showCountdowns();
});

layTableClocks();
runCountdowns();
