// Saves the draft: on the server after each pause in typing, and in this browser until the server
// has confirmed it. The state in which a save ends is shown by the sign beside the button.

import { byId, findAll } from "../core/elements.js";
import { showPressed, showReleased } from "../core/presses.js";
import { postForm } from "../core/requests.js";
import { Timer } from "../core/timer.js";
import { checkAgain } from "./checking.js";
import {
  content,
  contentOf,
  draft,
  field,
  forgetCopy,
  formData,
  haveSameCells,
  keepCopy,
  setInert,
} from "./draft.js";
import { clockTime, shownSign, showSign } from "./draft-sign.js";
import { form } from "./form-cells.js";
import { questionNow } from "./problem-markers.js";

const PAUSE = 1000; // milliseconds without a key
const RETRY = 5000; // milliseconds

const timer = new Timer();
let saving = null; // the promise of a save that is on its way
let tryAgain = null; // while handing in waits for the server: the function that ends the wait

/** Post to the address of drafts; return the promise of an answer. */
export const postDraft = (body, options) => postForm(form.dataset.draft, body, options);

function saved({ revision, at }, now) {
  draft.revision = revision;
  field("expected_draft").value = revision;
  draft.kept = now;
  if (content() === now) forgetCopy();
  else keepCopy();
  if (draft.failingSince) checkAgain();
  draft.failingSince = null;
  showSign("saved", at);
  return "saved";
}

function failed(state) {
  draft.failingSince ??= Date.now();
  showSign(keepCopy() ? state : "nowhere", clockTime(draft.failingSince));
  return state;
}

function tellConflict({ message, is_carried: isCarried }) {
  const box = byId("elsewhere");
  box.querySelector("span").textContent = message;
  for (const part of findAll("[data-of]", box))
    part.hidden = isCarried !== (part.dataset.of === "carried");
  box.hidden = false;
  if (isCarried) box.focus();
}

// The players of the table have changed, and the server has the draft in other columns. The form is
// locked, and the rest that was typed meanwhile is sent too.
async function followToOtherColumns(now) {
  setInert(true);
  const isSent = content() === now;
  const answer = isSent ? { ok: true } : await postDraft(formData()).catch(() => null);
  if (answer?.ok || answer?.status === 409) {
    forgetCopy();
    showSign("saved", clockTime(Date.now()));
  } else failed("away");
  return "elsewhere";
}

// If the server has exactly what was sent, only its answer was lost: that is no conflict.
function writtenElsewhere(said, now, before) {
  draft.revision = said.revision;
  const theirs = contentOf(said.cells);
  const isOurs = haveSameCells(theirs, before) || haveSameCells(theirs, now);
  if (isOurs && !said.is_carried) return attempt();
  draft.conflict = said;
  tellConflict(said);
  return said.is_carried ? followToOtherColumns(now) : failed("elsewhere");
}

async function attempt() {
  const now = content();
  const before = draft.sent;
  let answer;
  let said;
  draft.sent = now;
  keepCopy();
  try {
    answer = await postDraft(formData());
    if (answer.ok || answer.status === 409) said = await answer.json();
  } catch {
    return failed("away");
  }
  if (answer.ok) return saved(said, now);
  if (answer.status === 409) return writtenElsewhere(said, now, before);
  if (answer.status === 422) return failed("refused");
  const isOut = [401, 403].includes(answer.status) || answer.type === "opaqueredirect";
  return failed(isOut ? "out" : "away");
}

async function attemptAlone() {
  saving = attempt();
  const state = await saving;
  saving = null;
  return state;
}

/** Save now; return the promise of the state in which the save ends. */
export async function save() {
  tryAgain?.();
  if (saving || tryAgain || draft.conflict || draft.isDone) return saving;
  timer.stop();
  const state = await attemptAlone();
  if (draft.isDone) return state;
  if (state === "away" || state === "out") timer.start(save, RETRY);
  else if (state === "saved" && content() !== draft.kept) timer.start(save, PAUSE);
  return state;
}

/** Save after a pause in typing. A save that failed is tried again by itself. */
export function saveSoon() {
  if (draft.isDone) return;
  keepCopy();
  if (draft.failingSince && shownSign() !== "refused") return;
  timer.start(save, PAUSE);
}

/** Return the promise of the save that is on its way; null if there is none. */
export const savingNow = () => saving;

// Before handing in, the draft is saved: without an answer of the server the browser would lose the
// page.
async function reachServer() {
  await saving;
  timer.stop();
  for (;;) {
    const state = await attemptAlone();
    if (state !== "away" && state !== "out") return;
    if (state === "away") showSign("waiting", clockTime(draft.failingSince));
    await new Promise((resolve) => {
      tryAgain = resolve;
      timer.start(resolve, RETRY);
    });
    tryAgain = null;
  }
}

// A question that came while the server was asked was not there to be answered by this press.
let isHandingIn = false;
async function handIn(event) {
  if (draft.isDone) return;
  event.preventDefault();
  if (isHandingIn) return;
  isHandingIn = true;
  const question = questionNow();
  showPressed(event.submitter);
  await reachServer();
  isHandingIn = false;
  if (questionNow() && questionNow() !== question) {
    showReleased(event.submitter);
    return;
  }
  draft.isDone = true;
  form.requestSubmit(event.submitter);
}

// A link waits for the save, so that the next page has everything that was typed.
function leaveByLink(event) {
  const link = event.target.closest("a[href]:not([target], [data-goto])");
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || isElsewhere || draft.failingSince || content() === draft.kept) return;
  event.preventDefault();
  save().finally(() => {
    location.href = link.href;
  });
}

function leavePage() {
  const gone = new FormData();
  gone.set("csrfmiddlewaretoken", field("csrfmiddlewaretoken").value);
  gone.set("gone", "1");
  navigator.sendBeacon(form.dataset.present, gone);
  if (draft.isDone || draft.conflict || content() === draft.kept) return;
  draft.sent = content();
  keepCopy();
  postDraft(formData(), { isLast: true }).catch(() => {});
}

/** Save the draft from now on. */
export function startAutosave() {
  form.addEventListener("input", saveSoon);
  form.addEventListener("change", saveSoon);
  form.addEventListener("submit", handIn);
  document.addEventListener("click", leaveByLink);
  window.addEventListener("online", () => {
    if (draft.failingSince) save();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && content() !== draft.kept) save();
  });
  window.addEventListener("pagehide", leavePage);
}
