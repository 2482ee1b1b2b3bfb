// "This is not right" on the phone of a table that has handed in its form.

import { ObjectionPart, ObjectionStore } from "./objections.js";
import { say, word } from "./words.js";

const POLL = 20_000; // milliseconds between two questions whether the office has answered
const SHOWN = new Set(["counted", "handed-in"]); // the states in which the phone shows the form

let part = null;
let asked = ""; // the state in which the server was asked last
let language = "";

async function ask() {
  if (await part.store.open()) part.show();
}

function askAgain() {
  const isTyping = document.activeElement?.closest(".objection-form form");
  if (part?.store.isWaiting && !document.hidden && !isTyping) ask();
}

/** Return the parts of the page about what is not right, null while the phone shows no form. */
export function tableObjections(store) {
  const { standing, data } = store.record;
  if (!SHOWN.has(standing)) return null;
  const isNew = !part;
  part ??= new ObjectionPart(new ObjectionStore("", store.key), { word, say }, data.round);
  if (isNew) setInterval(askAgain, POLL);
  const { lang } = document.documentElement;
  if (asked !== standing) ask();
  else if (language !== lang) part.show();
  asked = standing;
  language = lang;
  return part.place;
}
