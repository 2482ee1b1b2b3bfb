// Check-in at the door. A scanner types and presses Enter faster than the server answers, so the
// field is emptied at once. The arrow keys go through the players that were found.

import { byId, findAll } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";
import { onAnswer } from "../core/live.js";

const form = byId("find");
const field = byId("q");
const answer = () => byId("search-answer"); // htmx replaces the element with each answer
let sent = "";

// A scanner types the whole address on a card, with the key of the player behind the number. The desk
// needs no key, and so it is in no address that the browser asks for.
const CARD = /^(.*\Wcard\W+\d{1,5})\W.*$/i;
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt === field) detail.parameters.q = field.value.replace(CARD, "$1/");
});

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== form) return;
  sent = field.value;
  field.value = "";
});

// An impatient second Enter finds the field empty: nothing is asked, and the answer to the first stays.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form || field.value.trim()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

// A delayed search for text that was sent already is dropped: by then the field is empty.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt === field && !field.value.trim()) event.preventDefault();
});
field.addEventListener("input", () => {
  if (!field.value.trim()) answer().replaceChildren();
});

// After a failed request the text is put back in the field, so that Enter tries it again.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt === form && !detail.successful && !field.value) field.value = sent;
});

// After an answer the field gets the focus, unless the answer has taken it to ask for a choice.
// The next name that was typed while a player was being checked in is looked for now: htmx drops a
// search meanwhile.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id !== "search-answer") return;
  if (!answer().contains(document.activeElement)) field.focus();
  if (detail.requestConfig.elt === form && field.value.trim())
    field.dispatchEvent(new Event("missed"));
});

// The lists of an answer are opened or closed as the reader left the earlier lists.
const openLists = new Map();
const noteToggle = ({ target }) => openLists.set(target.id, target.open);
document.addEventListener("htmx:load", ({ detail }) => {
  for (const list of findAll("#arrivals details", detail.elt)) {
    list.open = openLists.get(list.id) ?? list.open;
    list.addEventListener("toggle", noteToggle);
  }
});

// The question who of several is meant has the focus first: a second Enter chooses nobody.
const choices = () => findAll("#search-answer :is(#who-is-it, button, a.button, summary)");

function goDown(event, index) {
  event.preventDefault();
  choices()[index + 1]?.focus();
}

function goUp(event, index) {
  event.preventDefault();
  (choices()[index - 1] ?? field).focus();
}

document.addEventListener("keydown", (event) => {
  if (hasModifier(event)) return;
  const { key } = event;
  const inField = document.activeElement === field;
  const index = choices().indexOf(document.activeElement);
  const inChoices = index >= 0;
  // A letter typed at a button belongs to the next name, so it goes to the field. A space does not:
  // it presses the button.
  const typesOn = inChoices && key.length === 1 && key !== " ";
  if (typesOn || (key === "Escape" && !inField)) field.focus();
  else if (key === "ArrowDown" && (inField || inChoices)) goDown(event, index);
  else if (key === "ArrowUp" && inChoices) goUp(event, index);
});

// The notice tells of lists that may be old, and of a name that did not arrive.
const tellStale = (isFresh) => {
  byId("stale").hidden = isFresh;
};
onAnswer(tellStale);
document.addEventListener("htmx:afterRequest", ({ detail }) =>
  tellStale(detail.successful === true),
);
