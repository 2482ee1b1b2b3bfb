// Comparing a page with its photo by keys: Enter says that a cell is right, or takes what was typed,
// and goes to the next one; after the last come the totals, and then the button that hands in. What
// the deals give stands beside each total: it stands out as soon as that differs, and goes when a
// number of the deals is changed. Who hands in a form about which something is asked is shown the
// question first: only then the button says yes to it. The page works without this script: a box is
// ticked for each cell.

import { byId, findAll } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";

const form = byId("looks");
const looks = findAll(".look", form);
const totals = form.querySelector(".total-looks");
const totalsSeen = totals.querySelector("[name=totals_seen]");
const button = byId("hand-in");
const question = form.querySelector("[name=sure]");
const yes = button.textContent.trim();
let isAsked = !question;

const boxOf = (look) => look.querySelector("[name=seen]");
const fieldOf = (place) => place.querySelector("input:not([type=checkbox]), select");

function goTo(place) {
  const field = fieldOf(place) ?? place.querySelector("input");
  field.focus();
  field.select?.();
  place.scrollIntoView({ block: "nearest" });
}

function mark(look) {
  boxOf(look).checked = true;
  look.classList.add("seen");
}

function next() {
  const look = looks.find((each) => !boxOf(each).checked);
  if (look) goTo(look);
  else if (!totalsSeen.checked) goTo(totals);
  else {
    button.focus();
    ask();
  }
}

// What is asked about the form stands below the totals: it is in sight before it is confirmed.
function ask() {
  form.querySelector(".problems")?.scrollIntoView({ block: "nearest" });
  if (question) button.textContent = yes;
  isAsked = true;
}

function back(place) {
  const index = place === totals ? looks.length : looks.indexOf(place);
  if (index > 0) goTo(looks[index - 1]);
}

const placeOf = (element) => element.closest(".look") ?? element.closest(".total-looks");

form.addEventListener("keydown", (event) => {
  // A key that is held says it once: else the totals, and the button after them, would be pressed too.
  if (event.repeat && event.key === "Enter") event.preventDefault();
  const place = placeOf(event.target);
  if (!place || hasModifier(event) || event.repeat) return;
  if (event.key === "ArrowUp" && event.target.tagName !== "SELECT") {
    event.preventDefault();
    back(place);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (place === totals) totalsSeen.checked = true;
    else mark(place);
    next();
  }
});

form.addEventListener("change", ({ target }) => {
  const look = target.closest(".look");
  if (!look) return;
  if (target === boxOf(look)) look.classList.toggle("seen", target.checked);
  else mark(look);
});

const textOf = (look) => fieldOf(look)?.value;
const read = new Map(looks.map((look) => [look, textOf(look)]));

form.addEventListener("input", ({ target }) => {
  const total = target.closest(".total-look");
  if (total) {
    total.classList.toggle("other", target.value !== "" && target.value !== total.dataset.given);
  } else {
    const isChanged = looks.some((look) => textOf(look) !== read.get(look));
    form.classList.toggle("changed", isChanged); // the server works the totals out at the end
  }
});

form.addEventListener("submit", (event) => {
  if (isAsked) return;
  event.preventDefault();
  ask();
});

if (question) button.textContent = button.dataset.first;
next();
