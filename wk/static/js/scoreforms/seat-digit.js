// A cell above the rows for the number of a seat. Beside it stands who sits there; where nobody does,
// the page says at once which numbers there are. The words come from the server.

import { announce, byId } from "../core/elements.js";

const namesOf = (cell) => byId(`${cell.id}-seats`);

/** Return whether a cell is for the number of a seat. */
export const isSeatDigit = (cell) => namesOf(cell) !== null;

/** Keep only the digit that was typed last: a new one takes the place of the old one. */
export function keepLastDigit(cell) {
  if (Number(cell.dataset.most) < 10) cell.value = cell.value.trim().slice(-1);
}

/** Tell beside the cell who sits there, or what is wrong. */
export function tellSeat(cell) {
  const text = cell.value.trim();
  const place = byId(`${cell.id}-name`);
  const seat = [...namesOf(cell).options].find(({ value }) => value === text);
  const isWrong = text !== "" && !seat;
  if (isWrong) cell.setAttribute("aria-invalid", "true");
  else cell.removeAttribute("aria-invalid");
  announce(place, seat?.text ?? (isWrong ? place.dataset.wrong : place.dataset.empty));
}
