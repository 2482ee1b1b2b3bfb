// Asks the server to check the form: at once after a key, with one question on its way at a time. What
// is typed meanwhile is asked together, once the answer is there.

import { Timer } from "../core/timer.js";
import { content, draft } from "./draft.js";
import { tellAsking, tellCurrent } from "./problem-markers.js";

const ASKS = "[hx-trigger^=check]";
const PAUSE = 250; // milliseconds without a key after which a number that may go on is complete
const PATIENCE = 2000; // milliseconds after which a newer question replaces one without an answer
const LONGEST_REST = 250; // milliseconds

const pause = new Timer();
const gate = new Timer();
let asked = draft.kept; // the content asked about last; the server made the page with the first
let isOpen = false; // whether a question may be sent: not before htmx hears
let isHeld = false; // whether a number is still being typed
let request = null;
let sentAt = 0;

const isNew = () => content() !== asked;

function ask() {
  asked = content();
  htmx.trigger(document.body, "check");
}

function open() {
  isOpen = true;
  if (isHeld) return;
  if (isNew()) ask();
  else tellCurrent();
}

// Without an answer nothing is known of the form as it is: only a newer question may follow.
function openAgain() {
  isOpen = true;
  if (!isHeld && isNew()) ask();
}

/** Ask about the form as it is now, unless the server was asked about exactly that. */
export function check() {
  pause.stop();
  isHeld = false;
  if (!isNew()) {
    if (isOpen) tellCurrent();
    return;
  }
  tellAsking();
  if (isOpen) ask();
}

/** Ask after a pause in typing: no half of a number is told to be wrong. */
export function checkAfterPause() {
  isHeld = true;
  if (isNew()) tellAsking();
  pause.start(check, PAUSE);
}

/** Ask once more about the same form, as the server did not answer before. */
export function checkAgain() {
  asked = null;
  check();
}

// A question rests as long as the answer before it took: a server that has much to do gets fewer.
function follow(name, listener) {
  document.body.addEventListener(name, ({ detail }) => {
    if (detail.elt.matches(ASKS)) listener(detail.xhr);
  });
}

/** Follow the questions from now on. */
export function startChecking() {
  follow("htmx:beforeSend", (xhr) => {
    request = xhr;
    sentAt = performance.now();
    isOpen = false;
    gate.start(openAgain, PATIENCE);
  });
  follow("htmx:afterRequest", (xhr) => {
    if (xhr !== request) return;
    if (isNew()) tellAsking();
    gate.start(open, Math.min(performance.now() - sentAt, LONGEST_REST));
  });
  document.addEventListener("DOMContentLoaded", open);
}
