// The link with which the phone of a table goes on at the second laptop, once the first is silent.

import { byId, make } from "../core/elements.js";
import { addressThere } from "../core/second-laptop.js";
import { readText, writeText } from "../core/storage.js";
import { keptTexts } from "./memory.js";
import { word } from "./words.js";

const SECOND = "wk-phone-second"; // the address of the second laptop, as the office told it last
const PATIENCE = 15_000; // milliseconds without an answer
const LOOK = 2000; // milliseconds

let silentSince = 0;

/** Keep the address of the second laptop, which the office tells with the news; "" for none. */
export const knowSecond = (address) => writeText(SECOND, address);

function show(key) {
  const second = readText(SECOND);
  const isShown = second && silentSince && Date.now() - silentSince > PATIENCE;
  const place = byId("second");
  if (Boolean(isShown) === place.hasChildNodes()) return;
  const go = ({ target }) => {
    target.href = addressThere(second, "/phone/", keptTexts(key));
  };
  const link = () =>
    make("a", { class: "button secondary", href: second, onclick: go }, word("second"));
  place.replaceChildren(...(isShown ? [make("p", {}, word("secondHelp")), link()] : []));
}

/** Show the link while the office has been silent for a while. `store` is the form of the table. */
export function watchForSecond(store) {
  setInterval(() => {
    silentSince = store.isAway ? silentSince || Date.now() : 0;
    show(store.key);
  }, LOOK);
}
