// Looking at forms a second time with keys only: walking the pile, and choosing between two.
// Nothing here is needed: every key does what a link or a button on the page does.
"use strict";

(() => {
  const root = document.documentElement;
  const looked = document.getElementById("looked-at");
  const settling = document.getElementById("settle-form");
  const isFree = ({ target }) => !target.closest("a, button, input, select, textarea, summary");

  // Enter that is held, or pressed twice, must not say that the next form was looked at too.
  const EYES = 500; // milliseconds before anybody can have looked
  // The whole form in sight: what stands above it is in the bar below it as well.
  if (looked && matchMedia("(min-width: 48.01rem)").matches)
    document.querySelector(".check-desk").scrollIntoView();

  let isReady = false;
  setTimeout(() => { isReady = true; root.dataset.keys = "on"; }, EYES);

  const follow = (rel) => document.querySelector(`.check-bar a[rel=${rel}]`)?.click();
  const say = () => {
    if (!looked || !isReady) return;
    isReady = false;
    looked.requestSubmit();
  };
  looked?.addEventListener("submit", () => looked.querySelector("button").setAttribute("aria-busy", "true"));

  // In a row, the letters of the columns choose and go on to the next row. Not figures: those are
  // what the cells hold, and somebody who reads them from the paper would take another column.
  const LETTERS = "abcdefghijklmnopqrstuvwxyz";
  const choose = (row, letter) => {
    const radio = row.querySelectorAll("input[type=radio]:not([value=other])")[LETTERS.indexOf(letter)];
    if (!radio) return;
    radio.click();
    const next = settled[settled.indexOf(row) + 1];
    (next?.querySelector("input[type=radio]") ?? settling.querySelector("button")).focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = event.target.closest?.(".settle tbody tr");
    if (row && event.target.type === "radio" && /^[a-z]$/i.test(event.key)) {
      event.preventDefault();
      choose(row, event.key.toLowerCase());
    } else if (document.querySelector(".check-bar") && isFree(event)) {
      if (event.key === "ArrowRight") follow("next");
      if (event.key === "ArrowLeft") follow("prev");
      if (event.key === "Enter") say();
    }
  });

  // What is typed as something else is meant; Tab goes there only where that is chosen, so that no
  // letter meant for the next row is ever typed there.
  const boxIn = (row) => row.querySelector("[name^='other.']");
  const chosenOther = (row) => row.querySelector("input[value=other]");
  const leadTab = (row) => {
    if (boxIn(row)) boxIn(row).tabIndex = chosenOther(row).checked ? 0 : -1;
  };
  const settled = [...(settling?.querySelectorAll(".settle tbody tr") ?? [])];
  for (const row of settled) leadTab(row);
  settling?.addEventListener("input", ({ target }) => {
    const row = target.closest(".settle tbody tr");
    if (!row) return;
    if (target === boxIn(row)) chosenOther(row).checked = target.value !== "";
    leadTab(row);
  });
  settling?.querySelector("input[type=radio]")?.focus();
})();
