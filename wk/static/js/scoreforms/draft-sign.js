// The sign beside the button: whether the draft is stored on the server or in this browser only.

import { byId } from "../core/elements.js";

const sign = byId("kept");

/** Return a moment as it stands on the page, such as 14:05. */
export const clockTime = (moment) =>
  new Date(moment).toLocaleTimeString("nl-NL", { hour: "2-digit", minute: "2-digit" });

/** Show a state of the draft, with its time if the words have one. */
export function showSign(state, time) {
  sign.dataset.sign = state;
  const place = sign.querySelector(`[data-when=${state}] time`);
  if (place && time) place.textContent = time;
}

/** Return the state that is shown. */
export const shownSign = () => sign.dataset.sign;
