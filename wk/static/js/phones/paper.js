// In a browser in which an official has logged in, the code of a table also offers to say that its
// paper lies with him. A player has no such session, and asks nothing.

import { byId } from "../core/elements.js";
import { timeoutSignal } from "../core/requests.js";

const hasLoggedIn = () => /(?:^|; )csrftoken=/.test(document.cookie);

// The page names no referrer, as its address has the key. A form that is sent from it has no origin
// then, and is refused; a request of a script has one.
async function take(event) {
  event.preventDefault();
  const { action } = event.target;
  const options = { method: "POST", body: new FormData(event.target), signal: timeoutSignal() };
  const answer = await fetch(action, options).catch(() => null);
  if (answer?.ok) location.assign(answer.url); // that of the form, to which the answer leads
}

/** Show the button of an official above the page, if one has logged in here. */
export async function offerPaper(key) {
  if (!key || !hasLoggedIn()) return;
  const options = { headers: { "HX-Request": "true" }, redirect: "manual", cache: "no-store" };
  const answer = await fetch("paper/", { ...options, signal: timeoutSignal() }).catch(() => null);
  if (!answer?.ok) return;
  byId("content").insertAdjacentHTML("beforebegin", await answer.text());
  const form = byId("paper");
  form.elements.key.value = key;
  form.addEventListener("submit", take);
}
