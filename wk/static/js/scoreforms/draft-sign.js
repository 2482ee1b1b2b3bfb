// The sign beside the button: what of the form is kept where.

import { byId } from "../core/elements.js";

const sign = byId("kept");

/** Return a moment as it stands on the page, such as 14:05. */
export const clockTime = (moment) =>
  new Date(moment).toLocaleTimeString("nl-NL", { hour: "2-digit", minute: "2-digit" });

/** Show a state of the draft, and its time where the words have one. */
export function showSign(state, time) {
  sign.dataset.sign = state;
  const place = sign.querySelector(`[data-when=${state}] time`);
  if (place && time) place.textContent = time;
}

/** Return the state that is shown. */
export const shownSign = () => sign.dataset.sign;
