// Lets every clock on a page tick, by the time of the server: it says in each clock what time it was
// there, when the time is up, and from how many seconds before that which words are to be shown.
// The clocks of tables with more time stand above the page, and go from there to where tables are.
"use strict";

(() => {
  const SECOND = 1000; // ms
  let skew = -Infinity; // what to add to this page's own time; no answer comes before it was sent
  const known = new WeakSet();

  const hear = (server) => {
    if (Number.isFinite(server)) skew = Math.max(skew, server - performance.now());
  };

  const two = (number) => String(number).padStart(2, "0");
  const written = (left) => {
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  };

  const show = (clock) => {
    const { ends, now, says } = clock.dataset;
    const isPaused = says === "paused";
    const time = isPaused ? Number(now) : skew + performance.now();
    const left = Math.ceil((Number(ends) - time) / SECOND);
    const text = written(Math.max(0, left));
    const place = clock.querySelector(".clock-left");
    if (place.textContent !== text) place.textContent = text;
    if (isPaused) return;
    const words = [...clock.querySelectorAll("[data-from]")];
    const last = words.filter((word) => left <= Number(word.dataset.from)).at(-1);
    for (const word of words) word.hidden = word !== last;
    clock.dataset.says = last?.dataset.says ?? "";
  };

  const lay = () => {
    for (const place of document.querySelectorAll(".own-time[data-own]")) {
      const told = document.querySelector(`#news template[data-own="${place.dataset.own}"]`);
      place.replaceChildren(...(told ? [told.content.cloneNode(true)] : []));
    }
  };

  const tick = () => {
    const clocks = document.querySelectorAll(".clock[data-ends]");
    for (const clock of clocks)
      if (!known.has(clock)) {
        known.add(clock);
        hear(Number(clock.dataset.now));
      }
    clocks.forEach(show);
  };

  // What stands above a page asks what is new only while somebody looks at it.
  const isNews = (event) => event.detail.elt?.id === "news";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isNews(event) && document.hidden) event.preventDefault();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isNews(event)) hear(parseInt(event.detail.xhr.getResponseHeader("X-Now"), 10));
  });
  for (const name of ["htmx:afterSwap", "wk:clock"])
    document.addEventListener(name, () => {
      lay();
      tick();
    });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && document.getElementById("news")) window.htmx?.trigger("#news", "look");
  });

  lay();
  tick();
  setInterval(tick, SECOND / 4);
})();
