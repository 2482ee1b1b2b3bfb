// In a browser in which an official has logged in, the code of a table also offers to say that its
// paper lies with him. A player has no such session, and asks nothing.

import { byId } from "../core/elements.js";
import { timeoutSignal } from "../core/requests.js";

const hasLoggedIn = () => /(?:^|; )csrftoken=/.test(document.cookie);

/** Show the button of an official above the page, if one has logged in here. */
export async function offerPaper(key) {
  if (!key || !hasLoggedIn()) return;
  const options = { headers: { "HX-Request": "true" }, redirect: "manual", cache: "no-store" };
  const answer = await fetch("paper/", { ...options, signal: timeoutSignal() }).catch(() => null);
  if (!answer?.ok) return;
  byId("content").insertAdjacentHTML("beforebegin", await answer.text());
  byId("paper").elements.key.value = key;
}
