// The wall: shows one page of the scene at a time, and turns the pages by the seconds that each one
// has (data-seconds). The scene itself follows the server as every live part does (core/live.js). A
// phone, and a browser without this script, shows all pages below each other.

import { findAll } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";
import { showWhenStale } from "../core/live.js";
import { Timer } from "../core/timer.js";

const SECOND = 1000; // milliseconds
const NEWS = 30 * SECOND; // for which a table that has just come to count is shown as new
const MOST_NAMED = 4; // of these tables, the newest: one line has room for them on any wall
const CHOICE = 4 * SECOND; // for which the choice of a scene is in sight after the mouse has moved
const WAY_BACK = 60 * SECOND; // for which it is in sight for whoever comes from the ceremony
// Or a tablet that stands: as in style/pages/wall-pages.css.
const PHONE = window.matchMedia(
  "(max-width: 48rem), (max-width: 75rem) and (orientation: portrait)",
);
const wall = () => document.getElementById("wall");
const newsLine = () => document.querySelector(".wall-new");
const build = wall().dataset.build;
const choice = new Timer();
const newSince = new Map(); // when each table came to count, by its round and number; the newest last
let known = countedTables();
let rounds = visibleRounds();
let key = ""; // of the page in sight
let turnsAt = 0; // when the next page comes, as performance.now() counts
let isHeld = false;
let choiceUntil = 0; // before which no mouse that moves takes the choice away sooner

function countedTables() {
  return new Set(newsLine().dataset.tables.split(" ").filter(Boolean));
}

function visibleRounds() {
  return newsLine().dataset.rounds;
}

function show(page) {
  for (const each of findAll("#wall .wall-page")) each.hidden = each !== page && !PHONE.matches;
  if (page.dataset.key === key) return page.classList.add("seen"); // nothing of it moves again
  key = page.dataset.key;
  turnsAt = performance.now() + Number(page.dataset.seconds) * SECOND;
}

function turn(step) {
  const pages = findAll("#wall .wall-page");
  const now = pages.findIndex((page) => page.dataset.key === key);
  const next = pages[(now + step + pages.length) % pages.length];
  key = ""; // also the only page of a scene is shown anew
  show(next);
}

// The newest few tables by number, and how many more are new.
function newsText({ one, few, more }, tables) {
  if (!tables.length) return "";
  const numbers = tables.slice(-MOST_NAMED).map((each) => Number(each.split("/")[1]));
  const others = tables.length - numbers.length;
  const words = others ? more : tables.length > 1 ? few : one;
  const named = numbers.sort((a, b) => a - b).join(", ");
  return words.replace("{tables}", named).replace("{count}", others);
}

function showNews() {
  const start = performance.now() - NEWS;
  const tables = [...newSince.keys()].filter((each) => newSince.get(each) > start);
  for (const each of findAll("#wall [data-counted]"))
    each.classList.toggle("new", tables.includes(each.dataset.counted));
  const line = newsLine();
  const text = newsText(line.dataset, tables);
  if (line.textContent !== text) line.textContent = text;
}

// After a change: the same page stays in sight, and what counts since then is new. A wall that was
// without the server for a while learns of several tables at once. Where a round was released, held
// back or begun, other results are there than before, and no table of them is new.
function takeOver() {
  if (wall().dataset.build !== build) return location.reload();
  const pages = findAll("#wall .wall-page");
  show(pages.find((page) => page.dataset.key === key) ?? pages[0]);
  const counted = countedTables();
  for (const table of newSince.keys()) if (!counted.has(table)) newSince.delete(table);
  for (const table of counted) if (!known.has(table)) newSince.set(table, performance.now());
  if (rounds !== visibleRounds()) newSince.clear();
  known = counted;
  rounds = visibleRounds();
  showNews();
}

function keepAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

function showChoice(milliseconds) {
  document.documentElement.dataset.choice = "on";
  choice.start(() => delete document.documentElement.dataset.choice, milliseconds);
}

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.elt.id === "wall" || detail.target.id === "wall") takeOver();
});
document.addEventListener("mousemove", ({ movementX, movementY }) => {
  if (!movementX && !movementY) return; // the page moved below a mouse that rests
  if (performance.now() >= choiceUntil) showChoice(CHOICE);
});
document.addEventListener("keydown", (event) => {
  if (hasModifier(event) || event.target.closest("a")) return;
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === " ") isHeld = !isHeld;
  else return;
  event.preventDefault();
});
document.addEventListener("visibilitychange", keepAwake);
PHONE.addEventListener("change", takeOver);

document.documentElement.dataset.turns = "on";
takeOver();
if (location.hash === "#office") {
  history.replaceState(null, "", location.pathname + location.search);
  choiceUntil = performance.now() + WAY_BACK;
  showChoice(WAY_BACK);
}
showWhenStale();
keepAwake();
setInterval(() => {
  if (!isHeld && !PHONE.matches && performance.now() >= turnsAt) turn(1);
  showNews();
}, SECOND / 4);
