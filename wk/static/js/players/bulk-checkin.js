// Check-in of several players at once: two buttons tick all missing players, or nobody.

import { findAll } from "../core/elements.js";

const buttons = document.querySelector(".desk-tick");

buttons.hidden = false;
buttons.addEventListener("click", ({ target }) => {
  const { tick } = target.dataset;
  if (!tick) return;
  for (const box of findAll(".desk-ticks input"))
    box.checked = tick === "missing" && "missing" in box.dataset;
});
