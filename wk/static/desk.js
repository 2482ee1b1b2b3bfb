// The desk: a scanner types and presses Enter faster than the server answers, so the field is empty
// again at once; the arrows go through who was found. Who is there is asked while somebody looks.
"use strict";

(() => {
  const find = document.getElementById("find");
  const field = document.getElementById("q");
  const stale = document.getElementById("stale");
  let sent = "";

  const asks = ({ detail }) => detail.elt.id === "arrivals";

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt !== find) return;
    sent = field.value;
    field.value = "";
  });

  // What was typed and sent is not asked for a second time: by then the field is empty.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const isEmptied = event.detail.elt === field && !field.value.trim();
    if (isEmptied || (asks(event) && document.hidden)) event.preventDefault();
  });
  field?.addEventListener("input", () => {
    if (!field.value.trim()) document.getElementById("told").replaceChildren();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!stale) return;
    stale.hidden = event.detail.successful === true;
    if (event.detail.elt === find && !event.detail.successful && !field.value) field.value = sent;
  });

  // After an answer one types on, unless the answer asks who it is.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const told = document.getElementById("told");
    if (detail.target.id === "told" && !told.contains(document.activeElement)) field.focus();
  });

  // Which lists stand open is for who looks to say: those that come stand as those that went.
  const stood = new Map();
  const toggled = ({ target }) => stood.set(target.id, target.open);
  document.addEventListener("htmx:load", ({ detail }) => {
    for (const list of detail.elt.querySelectorAll("#arrivals details")) {
      list.open = stood.get(list.id) ?? list.open;
      list.addEventListener("toggle", toggled);
    }
  });

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && find) htmx.trigger("#arrivals", "look");
  });

  const choices = () => [...document.querySelectorAll("#told :is(button, a.button, summary)")];
  document.addEventListener("keydown", (event) => {
    if (!find || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = choices().indexOf(document.activeElement);
    // Whoever types on means the next name, not the button that waits: a space would press it.
    if (event.key.length === 1 && event.key !== " " && at >= 0) {
      field.focus();
    } else if (event.key === "Escape" && document.activeElement !== field) {
      field.focus();
    } else if (event.key === "ArrowDown" && (document.activeElement === field || at >= 0)) {
      event.preventDefault();
      choices()[at + 1]?.focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (choices()[at - 1] ?? field).focus();
    }
  });

  // Several at once.
  const ticks = document.querySelector(".desk-tick");
  if (ticks) ticks.hidden = false;
  ticks?.addEventListener("click", ({ target }) => {
    const what = target.dataset.tick;
    if (!what) return;
    for (const box of document.querySelectorAll(".desk-ticks input"))
      box.checked = what === "missing" && "missing" in box.dataset;
  });
})();
