// The players whom a reader follows stay on top of the standings. Who they are stays in the browser.
// The rows that a reader opened stay open when the list is renewed.

import { byId, findAll, make } from "../core/elements.js";
import { timeoutSignal } from "../core/requests.js";
import { readJson, writeJson } from "../core/storage.js";
import { fillIn } from "../core/wording.js";

const list = byId("standings");
const { key, follow, place } = list.dataset;
const opened = new Set(); // the ids of the rows with open rounds
const stored = readJson(key);
let followed = Array.isArray(stored) ? stored : []; // the ids of rows, in the order of following
let latest = 0;

// While results are held back, rows have no rounds to open, and no room for a star.
const OPENS = ":has(.more)";

const starIn = (row) => row.querySelector(".follow");

function mark(row, id) {
  const isFollowed = followed.includes(id);
  const star = starIn(row);
  star.setAttribute("aria-pressed", String(isFollowed));
  star.firstChild.textContent = isFollowed ? "★" : "☆";
}

function toggle(id) {
  followed = followed.includes(id) ? followed.filter((each) => each !== id) : [...followed, id];
  writeJson(key, followed);
  const hadFocus = document.activeElement.closest(".followed");
  show();
  if (hadFocus && byId(id)) starIn(byId(id)).focus();
}

function addStar(row, id) {
  starIn(row)?.remove();
  const name = row.querySelector(".key a").textContent;
  const words = fillIn(follow, { name });
  const hidden = make("span", { class: "visually-hidden" }, words);
  const sign = make("span", { "aria-hidden": "true" }, "☆");
  const about = { type: "button", class: "follow", title: words, onclick: () => toggle(id) };
  row.querySelector(".more").append(make("button", about, sign, hidden));
  mark(row, id);
}

/** Return a copy of a row, with a link to the place of the row in the list. */
function copyOf({ row, page }) {
  const copy = document.importNode(row, true);
  copy.removeAttribute("id");
  copy.querySelector("details").open = false;
  copy
    .querySelector(".key")
    .append(make("a", { class: "to-place", href: `${page}#${row.id}` }, place));
  addStar(copy, row.id);
  return copy;
}

async function pageAt(address) {
  try {
    const response = await fetch(address, { signal: timeoutSignal() });
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return null; // no network: the next change of the list tries again
  }
}

/** Return the rows of the followed players that the list or one of its other pages has. */
async function followedRows() {
  const found = new Map();
  const look = (root, page) => {
    for (const id of followed) {
      const row = root.getElementById(id);
      if (row?.matches(OPENS) && !found.has(id)) found.set(id, { row, page });
    }
  };
  look(document, "");
  for (const { href } of findAll(".pagination a:not([aria-current])", list)) {
    if (followed.every((id) => found.has(id))) break;
    const page = await pageAt(href);
    if (page) look(page, href);
  }
  return followed.filter((id) => found.has(id)).map((id) => found.get(id));
}

async function show() {
  latest += 1;
  const turn = latest;
  for (const row of findAll(`tbody:not(.followed) tr[id]${OPENS}`, list)) {
    if (starIn(row)) mark(row, row.id);
    else addStar(row, row.id);
    row.querySelector("details").open = opened.has(row.id);
  }
  const copies = (await followedRows()).map(copyOf);
  if (turn !== latest) return; // somebody was followed, or the list renewed, meanwhile
  list.querySelector(".followed")?.remove();
  if (copies.length)
    list.querySelector("tbody").before(make("tbody", { class: "followed" }, copies));
}

function keepOpened({ target }) {
  const { id } = target.closest("tr") ?? {};
  if (!id) return;
  if (target.open) opened.add(id);
  else opened.delete(id);
}

/** Show who is followed, once rows open: before the first round has started they do not. */
function showIfOpens() {
  if (!list.querySelector(".more")) return;
  list.classList.add("follows");
  show();
}

list.addEventListener("toggle", keepOpened, true);
document.addEventListener("htmx:afterSwap", showIfOpens);
showIfOpens();
