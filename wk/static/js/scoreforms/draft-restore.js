// What this browser kept of the form is brought back where that is newer than what the server has,
// and offered where that is not sure. What was written elsewhere meanwhile is left to a choice.

import { byId } from "../core/elements.js";
import { forget, readText, writeText } from "../core/storage.js";
import { postDraft, save, saveSoon, savingNow } from "./autosave.js";
import {
  columns,
  copy,
  draft,
  field,
  forgetAside,
  forgetCopy,
  forgetOldCopies,
  haveSameCells,
  key,
  laidAside,
  layAside,
  partsOf,
  setInert,
  version,
} from "./draft.js";
import { clockTime } from "./draft-sign.js";
import { form } from "./form-cells.js";

const BROUGHT_BACK = "wk/brought-back"; // which form the next page says this of, once
const SESSION = "sessionStorage";

function reload() {
  draft.isDone = true;
  location.replace(location.pathname);
}

function dataOf(copied) {
  const [mode, cells] = partsOf(copied.content);
  const body = new FormData();
  const fields = [
    ["expected_version", version],
    ...(copied.columns ?? columns()),
    ["expected_draft", draft.revision],
    ["mode", mode],
    ...cells,
  ];
  for (const [name, value] of fields) body.set(name, value);
  return body;
}

async function isTakenByServer(copied) {
  const answer = await postDraft(dataOf(copied)).catch(() => null);
  if (answer?.ok) return true;
  return answer?.status === 409 && (await answer.json()).is_carried; // it is in other columns now
}

// It goes by way of the server, so that the page has room for it; nobody types meanwhile in what is
// about to go. The next page says so: a fragment in its address would say it too, but takes the
// focus from the cell where typing begins.
async function bringBack(copied) {
  const begun = document.activeElement;
  setInert(true);
  if (await isTakenByServer(copied)) {
    forgetCopy();
    forgetAside();
    writeText(BROUGHT_BACK, key, SESSION);
    reload();
  } else {
    setInert(false);
    begun.focus();
    offer(copied);
  }
}

function tellBroughtBack() {
  byId("restored").hidden = readText(BROUGHT_BACK, SESSION) !== key;
  forget(BROUGHT_BACK, SESSION);
}

function offer(copied) {
  layAside(copied);
  const box = byId("kept-here");
  box.querySelector("time").textContent = clockTime(copied.at);
  box.hidden = false;
}

function isNewer(copied) {
  const [mode] = partsOf(copied.content);
  if (mode !== field("mode").value || copied.version !== version) return false;
  return copied.revision === draft.revision || haveSameCells(copied.sent, draft.kept);
}

function lookForCopy() {
  const copied = copy();
  if (copied && copied.content !== draft.kept) {
    if (isNewer(copied) && !("unsaved" in form.dataset)) bringBack(copied);
    else offer(copied);
    return;
  }
  forgetCopy();
  if (laidAside()) offer(laidAside());
}

const choices = {
  back: () => bringBack(laidAside()),
  away: () => {
    forgetAside();
    byId("kept-here").hidden = true;
  },
  mine: () => {
    draft.conflict = null;
    byId("elsewhere").hidden = true;
    save();
  },
  theirs: () => {
    forgetCopy();
    reload();
  },
  // What goes after the rest is on its way, or stays here for the next page.
  on: async () => {
    await savingNow();
    reload();
  },
};

/** Bring back or offer what this browser kept, and let people choose. */
export function restoreDraft() {
  document.addEventListener("click", ({ target }) => choices[target.dataset?.choose]?.());
  byId("drop-draft")?.addEventListener("submit", () => {
    draft.isDone = true;
    forgetCopy();
    forgetAside();
  });
  forgetOldCopies();
  tellBroughtBack();
  lookForCopy();
  if (!("unsaved" in form.dataset)) return;
  draft.kept = ""; // the server refused what stands here
  saveSoon();
}
