// The link with which a clerk goes on at the second laptop, once the first does not answer.

import { byId } from "../core/elements.js";
import { addressThere } from "../core/second-laptop.js";
import { readText } from "../core/storage.js";
import { draft, keepCopy, key } from "./draft.js";

const PATIENCE = 10_000; // milliseconds without an answer
const LOOK = 2000; // milliseconds

/** Show the link while the server is silent, and let it take the form along. */
export function offerSecondLaptop() {
  const place = byId("second-laptop");
  if (!place) return;
  const link = place.querySelector("a");
  link.addEventListener("click", () => {
    keepCopy();
    draft.isDone = true; // nothing is asked of the laptop that is gone
    link.href = addressThere(link.dataset.second, location.pathname, { [key]: readText(key) });
  });
  setInterval(() => {
    place.hidden = !draft.failingSince || Date.now() - draft.failingSince < PATIENCE;
  }, LOOK);
}
