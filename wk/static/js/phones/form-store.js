// The form of a table. Each change is stored on this phone at once, and on the server as soon as it
// answers.

import { Timer } from "../core/timer.js";
import { keepRecord, keptRecord, takeKey } from "./memory.js";
import { postToOffice } from "./office.js";

const RETRY = 4000; // milliseconds
const PAUSE = 300; // milliseconds without a tap before the form is sent

// Two forms are equal if their cells are, in any order.
const textOf = (cells) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(cells)
        .filter(([, value]) => value)
        .sort(),
    ),
  );

// Return whether the columns of a form belong to other players by now. If only names were exchanged,
// they do not.
const areOthers = (before, now) =>
  before.seatKeys ? before.seatKeys !== now.seatKeys : before.players !== now.players;

/** The form of one table. */
export class FormStore {
  #timer = new Timer();
  #isBusy = false;

  /** `changed` is called with "all" if another page has to be shown, with "sign" otherwise. */
  constructor(changed) {
    this.changed = changed;
    this.key = takeKey();
    this.record = keptRecord(this.key);
    this.trouble = null; // the server's answer if it refused the form
    this.conflict = null; // the form that another phone sent
    this.isAway = false; // whether the server did not answer the last request
    window.addEventListener("online", () => this.resume());
    window.addEventListener("hashchange", () => location.reload());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.resume();
    });
    setInterval(() => this.resume(), RETRY);
  }

  /** Whether this phone has changes that the server does not have. */
  get isDirty() {
    const { record } = this;
    return Boolean(record) && (record.sent !== null || textOf(record.cells) !== record.kept);
  }

  /** The server's scores of the form exactly as it is on this phone now, or null. */
  get known() {
    return this.record && !this.isDirty ? this.record.known : null;
  }

  /** Store the record on this phone. */
  keep() {
    if (this.record) keepRecord(this.key, this.record);
  }

  /** Store the last change, and send the form after a pause. */
  wrote() {
    this.trouble = null;
    this.keep();
    this.changed("sign");
    this.#timer.start(() => this.push(), PAUSE);
  }

  /** Open the form as the server has it, or as this phone has stored it. */
  async open() {
    if (!this.key) return;
    const wasAway = this.isAway;
    const answer = await this.#post("state/");
    if (answer?.ok) this.#take(answer.body);
    else if (answer) this.trouble = answer.body;
    // A phone without a form has a page that says that there is no network.
    const hasOtherPage = !this.record && !wasAway;
    this.changed(answer || hasOtherPage ? "all" : "sign");
    this.push();
  }

  /** Send or ask again after there was no network. */
  resume() {
    if (this.isAway && !this.isDirty) this.open();
    else this.push();
  }

  /**
   * Send the latest form. A form that was sent without an answer is sent again unchanged first, so
   * that this phone never takes its own form for that of another phone.
   */
  async push() {
    const { record } = this;
    if (!record || this.#isBusy || this.trouble || this.conflict || !this.isDirty) return;
    const text = record.sent ?? textOf(record.cells);
    record.sent = text;
    this.keep();
    this.#isBusy = true;
    this.changed("sign");
    const answer = await this.#post("save/", this.#fields(text));
    this.#isBusy = false;
    if (answer && record.sent === text) this.#hear(answer, text);
    this.changed("sign");
    if (answer?.ok) this.push();
  }

  /** Drop the changes of this phone, which came too late, and open the form of the server. */
  drop() {
    this.record.kept = textOf(this.record.cells);
    this.open();
  }

  /** Go on with the form of this phone, or else with that of the other phone. */
  choose(isMine) {
    const { theirs, revision, known } = this.conflict;
    this.conflict = null;
    Object.assign(this.record, { revision, known, kept: textOf(theirs) });
    if (!isMine) Object.assign(this.record, { cells: theirs, at: -1, filled: [] });
    this.keep();
    this.changed("all");
    if (isMine) this.push();
    else this.open(); // it may have other columns
  }

  /**
   * Hand in the form; return the promise of the server's answer, or of null without a network. `sure`
   * is the version token of the problems that the table has confirmed, "" for none.
   */
  async confirm(sure) {
    const cells = textOf(this.record.cells);
    const answer = await this.#post("confirm/", { ...this.#fields(cells), sure });
    if (answer?.ok) {
      const { standing, known, revision } = answer.body;
      Object.assign(this.record, { standing, known, revision, kept: cells, sent: null });
      this.keep();
    } else if (answer?.body.isKept) this.#hear(answer, cells);
    return answer;
  }

  async #post(path, fields) {
    const answer = await postToOffice(path, this.key, fields);
    this.isAway = answer === null;
    return answer;
  }

  #fields(cells) {
    const { revision, data } = this.record;
    return { cells, revision, players: data.players, seat_keys: data.seatKeys ?? "" };
  }

  #take({ cells, revision, standing, known, ...data }) {
    const there = this.record;
    const isOld = !there || !this.isDirty; // this phone has nothing that the server does not have
    this.trouble = null;
    // If other players have the columns now, the form of this phone has to be sent first. The server
    // may have said that the columns are the same, under other names.
    const isSame = there?.sameAs && there.sameAs === data.seatKeys;
    if (!isOld && !isSame && areOthers(there.data, data)) return;
    this.record = { at: -1, filled: [], sent: null, ...there, sameAs: "", data, standing };
    if (isOld) {
      if (there && textOf(there.cells) !== textOf(cells)) this.record.at = -1;
      Object.assign(this.record, { cells, revision, known, kept: textOf(cells) });
    }
    this.keep();
  }

  // Use the server's answer to the form that was sent.
  #hear({ ok, body }, text) {
    this.record.sent = null;
    if (ok) this.#hearSaved(body, text);
    else if (body.code === "handed-in") this.drop();
    else {
      this.#hearRefused(body, text);
      this.changed("all");
    }
    this.keep();
  }

  #hearSaved({ revision, known, standing }, text) {
    const { record } = this;
    const isNews = record.standing !== standing;
    Object.assign(record, { kept: text, revision, known, standing });
    if (isNews) this.changed("all");
    if (known.size !== record.data.size) this.open(); // the form has more room now
  }

  #hearRefused(body, text) {
    const { record } = this;
    if (body.code === "conflict") this.conflict = body;
    else if (body.isKept) {
      // The form is in the columns of the players who sit here now.
      Object.assign(record, { kept: text, revision: body.revision });
      if (this.isDirty) this.push();
      else this.trouble = body;
    } else {
      record.sameAs = body.sameAs ?? ""; // the same columns, under other names
      this.trouble = body;
    }
  }
}
