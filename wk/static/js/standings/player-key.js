// The page of a player, for whoever came to it with the code of his card: there he says that
// something is not right, and sees the answer. The key of the card comes in the fragment of the
// address, and stays in this browser; it goes nowhere but in the body of a request.

import { byId, findAll, make } from "../core/elements.js";
import { forget, readText, writeText } from "../core/storage.js";
import { fillIn } from "../core/wording.js";
import { keyOfAddress } from "../phones/memory.js";
import { ObjectionPart, ObjectionStore } from "../phones/objections.js";

const POLL = 20_000; // milliseconds between two questions whether the office has answered

const { tournament, number, phones, sheets } = byId("player-key").dataset;
const name = `wk-card ${tournament} ${number}`;
const texts = Object.fromEntries(
  findAll("[data-word]", byId("player-key").content).map((each) => [
    each.dataset.word,
    each.textContent,
  ]),
);
const language = document.documentElement.lang;
const speech = {
  word: (word, values) => fillIn(texts[word], values),
  say: (text) => text[language] ?? text.nl,
};

const scanned = keyOfAddress();
if (scanned) writeText(name, scanned);
const store = new ObjectionStore(phones, scanned || readText(name) || "");
const parts = new Map(); // by the number of the round

// The cells of the deals that the page shows lead to the fields.
function makeCellsPointable(part, place) {
  const { paths } = part;
  for (const cell of findAll("td[data-path]", place)) {
    const text = cell.textContent.trim();
    const isOffered = paths.includes(cell.dataset.path);
    if (isOffered && !cell.querySelector("button")) {
      const label = `${text}: ${speech.word("notRight")}`;
      const about = { type: "button", "aria-label": label, title: speech.word("notRight") };
      const button = make(
        "button",
        { ...about, onclick: () => part.point(cell.dataset.path) },
        text,
      );
      cell.replaceChildren(button);
    } else if (!isOffered) cell.replaceChildren(text);
  }
}

// Only the holder of a card loads the sheets of the fields.
function addSheets() {
  for (const href of sheets.split(" "))
    if (!document.querySelector(`link[href="${href}"]`))
      document.head.append(make("link", { rel: "stylesheet", href }));
}

function show() {
  const places = findAll("[data-objections]");
  const newest = Math.max(...places.map((place) => Number(place.dataset.objections)));
  for (const place of places) {
    const round = Number(place.dataset.objections);
    if (!parts.has(round)) {
      const part = new ObjectionPart(store, speech, round);
      if (round === newest) part.above = answers();
      parts.set(round, part);
      place.append(part.place);
    }
    parts.get(round).show();
    place.hidden = !parts.get(round).form;
    makeCellsPointable(parts.get(round), place.closest("article"));
  }
}

// The answers about the last form stand where everybody looks first, below the name.
function answers() {
  const place = make("div", { class: "answers-above", role: "status" });
  findAll("main .head").at(0).after(place);
  return place;
}

function showRefusal(text) {
  const place = findAll("main .head").at(0);
  place.after(make("p", { class: "message warning", role: "status" }, text));
}

async function open() {
  if (!store.key) return;
  const isOpen = await store.open();
  // The key of somebody else is of no use on this page; a key that opens nothing is forgotten.
  if (isOpen && store.data.player === Number(number)) {
    // hall/find.js shows this player on the first page.
    if (scanned) writeText(`wk-found-${tournament}`, number);
    addSheets();
    show();
  } else if (isOpen !== null) {
    forget(name);
    if (scanned) showRefusal(speech.word("cardClosed"));
    store.key = "";
    store.data = null;
    show();
  }
}

function askAgain() {
  const isTyping = document.activeElement?.closest(".objection-form form");
  if (store.isWaiting && !document.hidden && !isTyping) open();
}

open();
setInterval(askAgain, POLL);
document.addEventListener("visibilitychange", askAgain);
