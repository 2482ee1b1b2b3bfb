// The copy of the form in this browser is restored if it is newer than the draft of the server, and
// offered if that is not certain. If the draft was changed elsewhere meanwhile, the clerk chooses.

import { byId } from "../core/elements.js";
import { forget, readText, writeText } from "../core/storage.js";
import { postDraft, save, saveSoon, savingNow } from "./autosave.js";
import {
  columns,
  content,
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

const BROUGHT_BACK = "wk/brought-back"; // the form of which the next page says that it is restored
const SESSION = "sessionStorage";

function reload() {
  draft.isDone = true;
  location.replace(location.pathname);
}

function dataOf(copied) {
  const [mode, cells] = partsOf(copied.content);
  const body = new FormData();
  const fields = [
    ["expected_version", copied.version ?? version],
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
  return answer?.status === 409 && (await answer.json()).is_carried; // the server has it in other columns now
}

// The copy is restored by way of the server, so that the new page has rows enough for it. Meanwhile
// the form is locked. The next page says that the form was restored. It knows that from the storage
// of the browser: a fragment in the address would take the focus from the first cell.
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
    const isUntouched = content() === draft.kept && !("unsaved" in form.dataset);
    if (isNewer(copied) && isUntouched) bringBack(copied);
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
  // The rest is being sent, or stays in this browser for the next page.
  on: async () => {
    await savingNow();
    reload();
  },
};

/** Restore or offer the copy of this browser, and listen to the clerk's choice. */
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
  draft.kept = ""; // the server refused this content, so it has not stored it
  saveSoon();
}
