// The bar above every page of a tournament: the clock of the round, and announcements. It asks for
// news by itself. It also holds the clocks of tables with extra time, as templates. These are copied
// to the elements of the page that have the same round and table (data-own).

import { runCountdowns, showCountdowns } from "../core/countdown.js";
import { findAll } from "../core/elements.js";
import { followChanges } from "../core/live.js";

function layTableClocks() {
  for (const place of findAll(".own-time[data-own]")) {
    const clock = document.querySelector(`#news template[data-own="${place.dataset.own}"]`);
    place.replaceChildren(...(clock ? [clock.content.cloneNode(true)] : []));
  }
}

document.addEventListener("htmx:afterSwap", () => {
  layTableClocks();
  showCountdowns();
});

layTableClocks();
runCountdowns();
followChanges();
