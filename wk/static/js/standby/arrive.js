// What a browser kept for the laptop that is gone is stored for this one, once its reader says so:
// a link of somebody else could have brought it too. It is only what a phone or a clerk's page keeps.

import { byId, make } from "../core/elements.js";
import { fromFragment } from "../core/second-laptop.js";
import { writeText } from "../core/storage.js";

const PHONE = /^wk-phone(-key|-language|-call [\w-]{16,40}| [\w-]{16,40})$/;
const DRAFT = /^wk\/\d+\/([\w-]+)\/(\d+)\/(\d+)(\/aside)?$/;
const LONGEST = 500_000; // characters of one text

const isOurs = ([name, text]) =>
  (PHONE.test(name) || DRAFT.test(name)) && typeof text === "string" && text.length <= LONGEST;

// The form of a table, as its reader knows it: its place in the address of its page.
function named([name, text]) {
  const draft = name.match(DRAFT);
  if (draft) return `${draft[1]} ${draft[2]}–${draft[3]}`;
  if (!/^wk-phone [\w-]/.test(name)) return "";
  try {
    const { data } = JSON.parse(text);
    return `${data.slug} ${data.round}–${data.table}`;
  } catch {
    return "";
  }
}

function offer() {
  const { next, kept } = fromFragment(location.hash.slice(1)) ?? {};
  const isHere = typeof next === "string" && /^\/(?!\/)[\w/-]*$/.test(next);
  const found = Object.entries(kept ?? {}).filter(isOurs);
  if (!isHere) return;
  byId("nothing").hidden = true;
  const box = byId("arrived");
  box.hidden = false;
  const names = found.map(named).filter(Boolean);
  box.querySelector("ul").replaceChildren(...names.map((name) => make("li", {}, name)));
  box.querySelector("button").addEventListener("click", () => {
    for (const [name, text] of found) writeText(name, text);
    location.replace(next);
  });
}

offer();
