// The form goes on at the second laptop, once the first does not answer.

import { draft, keepCopy } from "./draft.js";

/** Keep the form in this browser, from where it is taken along, and ask nothing of the server. */
export function leaveForSecond() {
  keepCopy();
  draft.isDone = true; // nothing is asked of the laptop that is gone
}
