// Check-in at the door. A scanner types and presses Enter faster than the server answers, so the
// field is empty again at once; the arrows go through the players who were found.

import { byId, findAll } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";
import { askWhileVisible, showWhenStale } from "../core/live.js";

const form = byId("find");
const field = byId("q");
const answer = () => byId("search-answer"); // a new element with each answer
let sent = "";

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt !== form) return;
  sent = field.value;
  field.value = "";
});

// What was typed and sent is not asked for a second time: by then the field is empty.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt === field && !field.value.trim()) event.preventDefault();
});
field.addEventListener("input", () => {
  if (!field.value.trim()) answer().replaceChildren();
});

// What did not arrive is typed already when it is tried again.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.elt === form && !detail.successful && !field.value) field.value = sent;
});

// After an answer one types on, unless the answer asks who it is.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  const isAnswer = detail.target.id === "search-answer";
  if (isAnswer && !answer().contains(document.activeElement)) field.focus();
});

// The lists that come with an answer are open or closed as the reader left those before them.
const openLists = new Map();
const noteToggle = ({ target }) => openLists.set(target.id, target.open);
document.addEventListener("htmx:load", ({ detail }) => {
  for (const list of findAll("#arrivals details", detail.elt)) {
    list.open = openLists.get(list.id) ?? list.open;
    list.addEventListener("toggle", noteToggle);
  }
});

const choices = () => findAll("#search-answer :is(button, a.button, summary)");

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
  // Whoever types on means the next name, not the button that waits: a space would press it.
  const typesOn = inChoices && key.length === 1 && key !== " ";
  if (typesOn || (key === "Escape" && !inField)) field.focus();
  else if (key === "ArrowDown" && (inField || inChoices)) goDown(event, index);
  else if (key === "ArrowUp" && inChoices) goUp(event, index);
});

askWhileVisible("arrivals");
showWhenStale();
