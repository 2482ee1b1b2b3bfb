// Parts of a page that ask the server by themselves what is new, with htmx.

import { byId } from "./elements.js";

/**
 * Let the part with this id ask only while somebody looks at the page, and at once when somebody
 * looks again: its hx-trigger needs the event "look".
 */
export function askWhileVisible(id) {
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === id && document.hidden) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && byId(id)) htmx.trigger(`#${id}`, "look");
  });
}

/** Show the notice #stale from a request that failed until one succeeds, of those that count. */
export function showWhenStale(counts = () => true) {
  const notice = byId("stale");
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (counts(detail.elt)) notice.hidden = detail.successful === true;
  });
}
