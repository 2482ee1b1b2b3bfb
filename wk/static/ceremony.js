// The ceremony by keys, or with the little remote of a projector: one step forward, one step back.
// Nothing here is needed: every key does what a link on the page does.
"use strict";

(() => {
  const FORWARD = [" ", "Enter", "ArrowRight", "PageDown"];
  const BACK = ["ArrowLeft", "PageUp"];
  // A key that bounces, or is pressed twice, must not tell two places.
  const CALM = 400; // milliseconds
  let isReady = false;
  setTimeout(() => { isReady = true; document.documentElement.dataset.keys = "on"; }, CALM);

  const follow = (rel) => {
    const link = document.querySelector(`.ceremony a[rel=${rel}]`);
    if (!link) return;
    isReady = false;
    link.click();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("button, input, a:not([rel=next], [rel=prev])")) return;
    const rel = FORWARD.includes(event.key) ? "next" : BACK.includes(event.key) ? "prev" : "";
    if (!rel) return;
    event.preventDefault();
    if (isReady && !event.repeat) follow(rel);
  });

  // Back by the browser's own button: the page is as it was, and so are its keys.
  window.addEventListener("pageshow", (event) => { if (event.persisted) isReady = true; });
})();
