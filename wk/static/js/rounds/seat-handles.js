// The handles of a draw that is changed by hand: one for each player and one for each free seat. A
// script makes them, because without scripts they would do nothing.

import { byId, findAll, make } from "../core/elements.js";
import { fillIn } from "../core/wording.js";

const main = byId("content");

/** Return the element with the settings of changes by hand; null if none can be made. */
export const settings = () => byId("hand");

/** Return a text of the page, with the values in its placeholders. */
export const word = (name, values = {}) => fillIn(settings().dataset[name], values);

/** Return the handles that are not hidden. */
export const handles = () => findAll(".handle", main).filter((each) => each.offsetParent !== null);

/** Return the handle of the player with this start number, or null. */
export const handleOfPlayer = (number) => main.querySelector(`.handle[data-player="${number}"]`);

/** Return the handle of a free seat at this table, or null. */
export const handleOfFreeSeat = (table) =>
  main.querySelector(`.handle[data-table="${table}"]:not([data-player])`);

/** Return the handle to which Tab goes, or null. */
export const tabHandle = () => main.querySelector(".handle[tabindex='0']");

/** Make this handle the only one to which Tab goes. */
export function setTabHandle(handle) {
  for (const each of findAll(".handle[tabindex='0']", main)) each.tabIndex = -1;
  if (handle) handle.tabIndex = 0;
}

const sizes = () => settings().dataset.sizes.split(" ").map(Number);
const sizeOf = (card) => findAll(".seats > li:not(.free-place)", card).length;
const numberOf = (item) => item.querySelector(".no").textContent.trim();
const tableOf = (item) => item.closest(".table-card")?.id.replace("table-", "") ?? "";

/**
 * Show the free seats to which the player of a handle may go. They are at other tables, and both
 * tables must then have a number of players that the game allows.
 */
export function showFreeSeats(handle) {
  const own = handle.closest(".table-card");
  const canLeave = !own || sizes().includes(sizeOf(own) - 1);
  for (const item of findAll(".free-place", main))
    item.hidden = !canLeave || item.closest(".table-card") === own;
}

function makeHandle(label, dataset) {
  const handle = make("button", {
    type: "button",
    class: "handle",
    tabindex: -1,
    "aria-label": label,
  });
  Object.assign(handle.dataset, dataset);
  return handle;
}

function placeOf(item) {
  const table = tableOf(item);
  const seat = [...item.parentElement.children].indexOf(item) + 1;
  if (!table) return item.parentElement.getAttribute("aria-label");
  return `${word("table", { table })}, ${seat}`;
}

function addPlayerHandle(item) {
  const player = numberOf(item);
  const who = `${player} ${item.querySelector("a").textContent.trim()}`;
  const label = word("move", { who, place: placeOf(item) });
  item.append(makeHandle(label, { player, who, table: tableOf(item) }));
}

function addFreeSeat(card) {
  const table = tableOf(card);
  const label = word("free", { table });
  const handle = makeHandle(label, { table });
  card
    .querySelector(".seats")
    .append(make("li", { class: "free-place" }, make("span", {}, label), handle));
}

/** Make the handles of the page as it is now. */
export function addHandles() {
  settings().hidden = false;
  for (const item of findAll(".seats > li", main)) addPlayerHandle(item);
  for (const card of findAll(".table-card", main))
    if (sizes().includes(sizeOf(card) + 1)) addFreeSeat(card);
  setTabHandle(main.querySelector(".table-card .handle"));
}
