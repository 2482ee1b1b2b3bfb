// The way to the second laptop, on all pages of officials and at the kiosk. A page of a tournament follows
// what changes, and hears by that whether the server answers; another one asks for itself. The
// address is kept in this browser: a page that was opened before a second laptop followed has it from one
// that was opened since. What clerks typed and the server has not is in this browser too, and goes along.

import { byId } from "./elements.js";
import { onAnswer } from "./live.js";
import { timeoutSignal } from "./requests.js";
import { addressThere } from "./second-laptop.js";
import { namesFrom, readText, writeText } from "./storage.js";

const NAME = "wk-second"; // the address of the second laptop, as a page told it last
const FORMS = "wk/"; // the beginning of the names of forms that are typed
const PATIENCE = 10_000; // milliseconds without an answer
const LOOK = 1000; // milliseconds
const EVERY = 3000; // milliseconds between two questions of a page that follows no tournament

let silentSince = 0;
let prepare = () => {};

const kept = () => Object.fromEntries(namesFrom(FORMS).map((name) => [name, readText(name)]));

/** Let a function do what is left to do here before the reader goes on at the second laptop. */
export const beforeGoing = (prepared) => {
  prepare = prepared;
};

function goOn({ currentTarget }) {
  prepare();
  const texts = kept();
  const here = location.pathname + location.search;
  const second = readText(NAME);
  const hasTyped = Object.keys(texts).length > 0;
  currentTarget.href = hasTyped ? addressThere(second, location.pathname, texts) : second + here;
}

function show(place) {
  const isSilent = silentSince && Date.now() - silentSince > PATIENCE;
  const isShown = Boolean(isSilent && readText(NAME));
  if (isShown === !place.hidden) return;
  place.querySelector("[data-along]").hidden = Object.keys(kept()).length === 0;
  place.hidden = !isShown;
}

function hear(hasCome) {
  silentSince = hasCome ? 0 : silentSince || Date.now();
}

async function ask(address) {
  if (document.hidden) return;
  try {
    const answer = await fetch(address, { signal: timeoutSignal() });
    hear(answer.ok);
  } catch {
    hear(false);
  }
}

const place = byId("go-on");
if (place) {
  writeText(NAME, place.dataset.second);
  place.querySelector("a").addEventListener("click", goOn);
  onAnswer(hear);
  if (!document.body.dataset.changes) setInterval(ask, EVERY, place.dataset.alive);
  setInterval(show, LOOK, place);
}
