// Lets the parts of a page that are live follow the server. One small address tells the version of
// everything public, in three numbers; only the parts for which one of them changed are asked for.

import { hearServerTime } from "./countdown.js";
import { byId, findAll } from "./elements.js";
import { limitWaiting, timeoutSignal } from "./requests.js";

const COUNTERS = ["results", "progress", "news"]; // in the order of the version's three numbers
const SECOND = 1000; // milliseconds
// A kept page shows how far tables are up to two seconds late (wk/publication/kept_pages.py).
const PROGRESS_LATE = 2.1 * SECOND;
const listeners = [];
let shown = ""; // the version that the page shows, "" if it is not known
let isAsking = false;
const rests = new Map(); // until when a part with data-pause is not asked for again, by its id
const waiting = new Set(); // the ids of those that are asked for after that
const underWay = new Set(); // the ids of those that are being fetched
const missed = new Set(); // the ids of those that changed meanwhile

/** Let a function hear of each answer that comes (true) or does not come (false). */
export const onAnswer = (listener) => listeners.push(listener);

// A part with data-pause is asked for once in so many seconds: it changes faster than people read.
// One that changed while it was being fetched is asked for once more after that. htmx would do so as
// well, but forgets it where the answer puts another element in the place of the part.
function askFor(part) {
  if (!part || waiting.has(part.id)) return;
  if (underWay.has(part.id)) {
    missed.add(part.id);
    return;
  }
  const wait = (rests.get(part.id) ?? 0) - Date.now();
  if (wait > 0) {
    waiting.add(part.id);
    setTimeout(() => {
      waiting.delete(part.id);
      askFor(byId(part.id)); // the answer before may have put another element in its place
    }, wait);
  } else {
    rests.set(part.id, Date.now() + Number(part.dataset.pause ?? 0) * SECOND);
    htmx.trigger(part, "look");
  }
}

function look(changed) {
  for (const part of findAll("[data-live]"))
    if (changed.some((name) => part.dataset.live.split(" ").includes(name))) askFor(part);
}

// Asked for at once, a part with the progress could be one from before it, and would stay so.
function refresh(version) {
  const [before, after] = [shown, version].map((each) => each.split("."));
  const changed = COUNTERS.filter((_name, index) => before[index] !== after[index]);
  shown = version;
  if (changed.join() === "progress") setTimeout(look, PROGRESS_LATE, changed);
  else look(changed);
}

async function ask(address) {
  if (document.hidden || isAsking) return;
  isAsking = true;
  let hasCome = false;
  try {
    const response = await fetch(address, { signal: timeoutSignal() });
    hasCome = response.ok;
    if (!hasCome) return;
    const { version, now } = await response.json();
    hearServerTime(now ?? Date.now()); // a mirror is a folder, and has no clock
    refresh(version);
  } catch {
    hasCome = false; // no network, no server, or no JSON: the next question may be answered
  } finally {
    isAsking = false;
    for (const listener of listeners) listener(hasCome);
  }
}

/**
 * Follow what changes, if the page says where to ask: data-changes of its body, with data-every for
 * the seconds between two questions and data-version for what the page shows. A part with data-live
 * names the counters that matter to it, and has the event "look" in its hx-trigger; data-pause are the
 * seconds between two questions for it, where there is a limit.
 */
export function followChanges() {
  const { changes, every, version } = document.body.dataset;
  if (!changes) return;
  shown = version;
  const again = () => {
    ask(changes);
    // Pages that were opened together do not stay together, so that they do not ask all at once.
    setTimeout(again, Number(every) * SECOND * (0.8 + 0.4 * Math.random()));
  };
  again();
  document.addEventListener("visibilitychange", () => ask(changes));
  // Nobody reads a tab in the background. In front again, it asks for all that it may have missed.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!document.hidden || !event.detail.elt.matches("[data-live]")) return;
    event.preventDefault();
    shown = "";
  });
  document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr } }) => {
    if (!elt.matches("[data-live]")) return;
    underWay.add(elt.id);
    const settled = () => {
      underWay.delete(elt.id);
      if (missed.delete(elt.id)) askFor(byId(elt.id));
    };
    // Before that, htmx does not let a new part hear of "look".
    xhr.addEventListener("loadend", () => setTimeout(settled, htmx.config.defaultSettleDelay));
  });
  // A part that could not be fetched is asked for again with the next answer. Without a limit, one
  // answer that never comes would be waited for until the page is closed.
  limitWaiting("[data-live], [hx-trigger*=every]");
  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"])
    document.addEventListener(failure, ({ detail }) => {
      if (detail.elt.matches("[data-live]")) shown = "";
    });
}

/** Show the notice #stale while no answer comes. */
export function showWhenStale() {
  const notice = byId("stale");
  onAnswer((hasCome) => {
    notice.hidden = hasCome;
  });
}
