// The table asks for the director. A press is kept on this phone until the office has it, also
// without a network; the table can take it back. The office tells with the news whether somebody comes.

import { byId, make } from "../core/elements.js";
import { Timer } from "../core/timer.js";
import { keepCall, keptCall } from "./memory.js";
import { postToOffice } from "./office.js";
import { button } from "./page-parts.js";
import { word } from "./words.js";

const RETRY = 4000; // milliseconds
const REFUSAL = 20_000; // milliseconds for which a refusal is shown
const BYTES = 12; // of the name of a press

// Browsers make random UUIDs on safe addresses only, which those of a hall are not.
function newPress() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** The call of one table. */
export class DirectorCall {
  #timer = new Timer();
  #isBusy = false;
  #isAway = false; // whether the server did not answer the last request
  #turn = 0; // grows with everything that happens here: an answer of before it is too old

  /** `changed` is called whenever something else has to be shown. */
  constructor(key, changed) {
    this.key = key;
    this.changed = changed;
    this.wish = keptCall(key); // what the office has not heard yet: the press, and whether back
    this.known = null; // the call as the office has it
    this.refusal = "";
    window.addEventListener("online", () => this.push());
    setInterval(() => this.push(), RETRY);
  }

  /** The state: "" for no call, sending, away (sent when there is a network), waiting or coming. */
  get state() {
    if (!this.wish) return this.known?.state ?? "";
    if (this.wish.back) return "";
    return this.#isAway ? "away" : "sending";
  }

  /** The turn to give to `hear` with an answer that is asked for now. */
  get turn() {
    return this.#turn;
  }

  /** Ask for the director. */
  ask() {
    this.#want({ press: newPress(), back: false });
  }

  /** Take the call back. */
  takeBack() {
    const { press } = this.wish ?? this.known ?? {};
    if (press) this.#want({ press, back: true });
  }

  /** Use the call that came with the news, which was asked for in this turn. */
  hear(known, turn) {
    if (this.wish || turn !== this.#turn) return;
    this.known = known;
    this.changed();
  }

  /** Send what the office has not heard yet. */
  async push() {
    const { wish } = this;
    if (!wish || !this.key || this.#isBusy) return;
    this.#isBusy = true;
    const fields = wish.back ? { press: wish.press, back: "1" } : { press: wish.press };
    const answer = await postToOffice("call/", this.key, fields);
    this.#isBusy = false;
    this.#isAway = answer === null;
    if (answer && this.wish === wish) this.#take(answer);
    this.changed();
    if (answer) this.push(); // it may have been taken back meanwhile
  }

  #take({ ok, body }) {
    this.#turn += 1;
    this.wish = null;
    keepCall(this.key, null);
    this.known = ok ? body.call : null;
    if (ok) return;
    this.refusal = body.message;
    this.#timer.start(() => {
      this.refusal = "";
      this.changed();
    }, REFUSAL);
  }

  #want(wish) {
    this.#turn += 1;
    this.wish = wish;
    this.refusal = "";
    keepCall(this.key, wish);
    this.changed();
    this.push();
  }
}

let shown = "";

/** Show the call above the page, or the button below it that asks for the director. */
export function showCall(call, isOffered) {
  const { state, refusal, known } = call;
  const { lang } = document.documentElement;
  const text = JSON.stringify([state, known?.at, refusal, isOffered, lang]);
  if (text === shown) return; // only changes are written, so that a screen reader reads them once
  shown = text;
  byId("called").replaceChildren(...calledParts(call, state, refusal));
  const ask = button(word("callDirector"), () => call.ask(), {
    class: "quiet",
    id: "ask-director",
  });
  byId("call").replaceChildren(...(isOffered && (state === "" || state === "coming") ? [ask] : []));
}

function calledParts(call, state, refusal) {
  if (refusal) return [make("p", { class: "refused" }, refusal)];
  if (!state) return [];
  const text = word(`call-${state}`, { at: call.known?.at ?? "" });
  const back = button(word("callBack"), () => call.takeBack(), { class: "quiet", id: "call-back" });
  return [make("p", { class: state }, text), ...(state === "coming" ? [] : [back])];
}
