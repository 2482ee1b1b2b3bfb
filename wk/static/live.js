// The office's list asks what is new only while somebody looks at it, and says so when it gets no
// answer.
"use strict";

const isList = (event) => event.detail.elt.id === "tables";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isList(event) && document.hidden) event.preventDefault();
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (isList(event)) document.getElementById("stale").hidden = event.detail.successful === true;
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) htmx.trigger("#tables", "look");
});
