// The sign at the head of the page: whether the form is stored on the server or on this phone only.

import { announce, byId } from "../core/elements.js";
import { isLasting } from "./memory.js";
import { word } from "./words.js";

const QUIET = ["saved", "sending"]; // these come at every tap

/** Return whether the round takes no more forms, and this one was not handed in. */
export function isClosed({ record, trouble }) {
  const isOpen = record?.standing === "open";
  return trouble?.code === "closed" || Boolean(isOpen && record.data.closed);
}

// Return the kind of the sign, and its words.
function signOf(store) {
  const { record, trouble, isDirty, isAway } = store;
  if (!record) return ["", ""];
  if (trouble) return ["unsaved", trouble.message];
  if (isClosed(store)) return ["unsaved", record.data.closed];
  if (!isLasting() && isDirty) return ["unsaved", word("memory")];
  if (isAway) return ["local", word("local")];
  return isDirty ? ["sending", word("sending")] : ["saved", word("saved")];
}

/** Show the sign. */
export function showSign(store) {
  const place = byId("sign");
  const [kind, text] = signOf(store);
  place.className = kind;
  place.setAttribute("aria-live", QUIET.includes(kind) ? "off" : "polite");
  announce(place, text);
}
