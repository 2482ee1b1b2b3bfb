// Parts of a page that ask the server by themselves for changes, with htmx.

import { byId } from "./elements.js";

/**
 * Let the part with this id ask only while the page is visible, and at once when it becomes visible
 * again. The hx-trigger of the part needs the event "look" for that.
 */
export function askWhileVisible(id) {
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === id && document.hidden) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && byId(id)) htmx.trigger(`#${id}`, "look");
  });
}

/**
 * Show the notice #stale after a failed request, until a request succeeds. `counts` tells whether
 * the requests of an element count.
 */
export function showWhenStale(counts = () => true) {
  const notice = byId("stale");
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (counts(detail.elt)) notice.hidden = detail.successful === true;
  });
}
