// One change of seats by hand: a player is picked up, moved over another seat, and put down there.
// The server answers with the impact before anything changes, and makes the change.

import { byId, findAll } from "../core/elements.js";
import { Timer } from "../core/timer.js";
import * as bar from "./change-bar.js";
import {
  addHandles,
  handleOfPlayer,
  setTabHandle,
  settings,
  showFreeSeats,
  word,
} from "./seat-handles.js";

const PAUSE = 150; // milliseconds over a seat before the server is asked for the impact

const main = byId("content");
const timer = new Timer();
let carried = null; // the handle of the player who is picked up
let over = null; // the handle of the seat that the player is over
let priced = null; // the handle of the seat whose impact is on the page
let asking = null; // the AbortController of the request about a seat

/** Return whether a player is picked up. */
export const isCarrying = () => carried !== null;

/** Return the handle that the player is over, or null. */
export const handleBelow = () => over;

/** Make the handles, with nobody picked up. */
export function prepare() {
  carried = over = priced = null;
  main.classList.remove("carrying");
  if (settings()) addHandles();
}

/** Pick up the player of a handle; do nothing for the handle of a free seat. */
export function pickUp(handle) {
  if (!handle.dataset.player) return;
  carried = handle;
  handle.setAttribute("aria-pressed", "true");
  handle.closest("li").classList.add("carried");
  main.classList.add("carrying");
  showFreeSeats(handle);
  bar.tell(word("picked", { who: handle.dataset.who }), { isCarrying: true });
}

function leaveSeat() {
  timer.stop();
  asking?.abort();
  over?.closest("li").classList.remove("over");
  over = priced = null;
  bar.hideImpact();
}

/** Drop the player, who keeps the seat. */
export function drop() {
  if (!carried) return;
  leaveSeat();
  const handle = carried;
  handle.removeAttribute("aria-pressed");
  handle.closest("li").classList.remove("carried");
  main.classList.remove("carrying");
  setTabHandle(handle);
  if (document.activeElement?.matches(".handle, #hand-bar *")) handle.focus();
  carried = null;
  bar.close(word("dropped"));
}

function changeTo(handle) {
  const { player, table } = handle.dataset;
  const asked = {
    player: carried.dataset.player,
    shown_token: byId("hand-form").elements.shown_token.value,
  };
  return player ? { ...asked, other: player } : { ...asked, table };
}

/** Move the player over another seat, and show after a moment the impact of putting him down. */
export function goOver(handle, pause = PAUSE) {
  if (!carried || handle === over) return;
  leaveSeat();
  if (!handle || handle === carried) return;
  over = handle;
  handle.closest("li").classList.add("over");
  timer.start(() => askImpact(handle), pause);
}

async function askImpact(handle) {
  asking = new AbortController();
  const { signal } = asking;
  try {
    const query = new URLSearchParams(changeTo(handle));
    const answer = await fetch(`${settings().dataset.cost}?${query}`, { signal });
    const html = await answer.text();
    if (over === handle) showAnswer(handle, answer, html);
  } catch {
    if (!signal.aborted) sayAway();
  }
}

function showAnswer(handle, answer, html) {
  const isPossible = answer.ok && !answer.redirected;
  if (!isPossible && answer.status !== 409) throw new Error(answer.status);
  priced = isPossible ? handle : null;
  bar.showImpact(html, isPossible);
  if (isPossible && document.activeElement.closest(".swap")) byId("hand-do").focus();
}

const sayAway = () => bar.tell(word("away"), { isCarrying: isCarrying() });

/**
 * Put the player down at a handle. If the impact is on the page already, the change is made. If not,
 * the impact is shown, and the change is made only when it is confirmed.
 */
export function putDown(handle) {
  if (!handle || handle === carried) drop();
  else if (priced === handle) confirm();
  else goOver(handle, 0);
}

/** Make the change whose impact is on the page, if there is one. */
export function confirm() {
  if (!priced) return;
  const form = byId("hand-form");
  const asked = changeTo(priced);
  for (const name of ["player", "other", "table"]) form.elements[name].value = asked[name] ?? "";
  send(form, asked.player);
}

/** Post a change, and show the new page, scrolled so that the moved player keeps his height. */
export async function send(form, player) {
  const before = topOf(player);
  let text;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    if (!answer.ok) throw new Error(answer.status);
    if (new URL(answer.url).pathname !== location.pathname) {
      location.href = answer.url;
      return;
    }
    text = await answer.text();
  } catch {
    sayAway();
    return;
  }
  replacePage(text);
  showMoved(handleOfPlayer(player), before);
}

const topOf = (player) => handleOfPlayer(player)?.getBoundingClientRect().top ?? 0;

function replacePage(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  page.getElementById("change-by-hand")?.setAttribute("open", ""); // it is where he goes on
  main.replaceChildren(...page.getElementById("content").childNodes);
  htmx.process(main);
  prepare();
  const [message] = findAll("#messages .message", main);
  if (!settings()) return;
  const isWarning = message?.matches(".warning, .error"); // such as a broken constraint
  bar.tell(message?.lastChild.textContent.trim() ?? "", {
    warning: isWarning ? message.querySelector("strong").textContent : "",
    canUndo: main.querySelector(".hand-undo") !== null,
  });
}

function showMoved(handle, before) {
  if (!handle) return;
  setTabHandle(handle);
  handle.focus({ preventScroll: true });
  const { top } = handle.getBoundingClientRect();
  if (before && before !== top && top > 0)
    window.scrollBy({ top: top - before, behavior: "instant" });
  handle.scrollIntoView({ block: "nearest", behavior: "instant" });
}
