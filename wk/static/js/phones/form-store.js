// The form of a table: what is written is kept on this phone at once, and by the office as soon as
// it answers.

import { Timer } from "../core/timer.js";
import { keepRecord, keptRecord, takeKey } from "./memory.js";
import { postToOffice } from "./office.js";

const RETRY = 4000; // milliseconds
const PAUSE = 300; // milliseconds without a tap before it is sent

// Two forms are the same when their cells are, in whatever order they were written.
const textOf = (cells) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(cells)
        .filter(([, value]) => value)
        .sort(),
    ),
  );

// Whether the columns of a form are of others by now. Where only names changed over they are not.
const areOthers = (before, now) =>
  before.seatKeys ? before.seatKeys !== now.seatKeys : before.players !== now.players;

/** The form of one table. */
export class FormStore {
  #timer = new Timer();
  #isBusy = false;

  /** `changed` is called with "all" when another page is to be shown, with "sign" otherwise. */
  constructor(changed) {
    this.changed = changed;
    this.key = takeKey();
    this.record = keptRecord(this.key);
    this.trouble = null; // what the office answered in place of keeping it
    this.conflict = null; // what another phone wrote
    this.isAway = false; // whether the office did not answer the last request
    window.addEventListener("online", () => this.resume());
    window.addEventListener("hashchange", () => location.reload());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.resume();
    });
    setInterval(() => this.resume(), RETRY);
  }

  /** Whether something stands here that the office does not have. */
  get isDirty() {
    const { record } = this;
    return Boolean(record) && (record.sent !== null || textOf(record.cells) !== record.kept);
  }

  /** What scoring made of exactly what stands on this phone now, or null. */
  get known() {
    return this.record && !this.isDirty ? this.record.known : null;
  }

  /** Keep everything on this phone. */
  keep() {
    if (this.record) keepRecord(this.key, this.record);
  }

  /** Keep what was just written, and send it when the hand rests. */
  wrote() {
    this.trouble = null;
    this.keep();
    this.changed("sign");
    this.#timer.start(() => this.push(), PAUSE);
  }

  /** Open the form: as the office has it, or as this phone kept it. */
  async open() {
    if (!this.key) return;
    const answer = await this.#post("state/");
    if (answer?.ok) this.#take(answer.body);
    else if (answer) this.trouble = answer.body;
    this.changed(answer ? "all" : "sign");
    this.push();
  }

  /** Go on with what was not sent or asked for want of a network. */
  resume() {
    if (this.isAway && !this.isDirty) this.open();
    else this.push();
  }

  /**
   * Send the latest. What was on its way is sent again as it was until there is an answer to it, so
   * that this phone never takes its own words for those of another.
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

  /** Give up what stands here, as it came too late, and look at what the office has. */
  drop() {
    this.record.kept = textOf(this.record.cells);
    this.open();
  }

  /** Go on with what stands on this phone, or else with what another phone wrote. */
  choose(isMine) {
    const { theirs, revision, known } = this.conflict;
    this.conflict = null;
    Object.assign(this.record, { revision, known, kept: textOf(theirs) });
    if (!isMine) Object.assign(this.record, { cells: theirs, at: -1, filled: [] });
    this.keep();
    this.changed("all");
    if (isMine) this.push();
    else this.open(); // it may be of other columns
  }

  /**
   * Hand in what stands here; returns the promise of the office's answer, or of null without a
   * network. `sure` is what the office asked to be repeated, or "".
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
    const isOld = !there || !this.isDirty; // nothing here that the office does not have
    this.trouble = null;
    // First what stands here goes to the office, unless that said that just these are its columns.
    const isSame = there?.sameAs && there.sameAs === data.seatKeys;
    if (!isOld && !isSame && areOthers(there.data, data)) return;
    this.record = { at: -1, filled: [], sent: null, ...there, sameAs: "", data, standing };
    if (isOld) {
      if (there && textOf(there.cells) !== textOf(cells)) this.record.at = -1;
      Object.assign(this.record, { cells, revision, known, kept: textOf(cells) });
    }
    this.keep();
  }

  // Hear what the office answered to what was sent.
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
      // It is in the columns of who sits here now.
      Object.assign(record, { kept: text, revision: body.revision });
      if (this.isDirty) this.push();
      else this.trouble = body;
    } else {
      record.sameAs = body.sameAs ?? ""; // of who sits here now, under other names
      this.trouble = body;
    }
  }
}
