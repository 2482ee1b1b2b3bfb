// "This is not right": a player points at a cell of his form and says what it should be, and sees
// what was answered. The page of a player and the phone of a table show the same parts. They give the
// texts: `word` for those of the page, and `say` for those of the game.

import { make } from "../core/elements.js";
import { postToOffice } from "./office.js";

const EMPTY = "–";
const YES = "x"; // a crossed box, as a form has it

/** The objections that may be made with a key, and those that were made. */
export class ObjectionStore {
  #base;

  /** `base` is the address of the phones' page. */
  constructor(base, key) {
    this.#base = base;
    this.key = key;
    this.data = null; // the server's answer: the forms
    this.trouble = ""; // the server's reason if it refused what was said last
  }

  /** Whether something is said that the office has not answered. */
  get isWaiting() {
    const seats = this.data?.forms.flatMap((form) => form.seats) ?? [];
    return seats.some(({ said }) => said.some(({ answer }) => !answer));
  }

  /** Ask the server; return whether the key opens something, null without a network. */
  async open() {
    return this.#take(await postToOffice(`${this.#base}objections/`, this.key));
  }

  /** Say that a cell is not right; return whether the server took it, null without a network. */
  async object(fields) {
    const answer = await postToOffice(`${this.#base}object/`, this.key, fields);
    this.trouble = answer?.ok ? "" : (answer?.body.message ?? "");
    return this.#take(answer);
  }

  #take(answer) {
    if (answer?.ok) this.data = answer.body;
    return answer ? answer.ok : null;
  }
}

const field = (id, label, input) =>
  make("div", { class: "objection-field" }, make("label", { for: id }, label), input);

/** The parts of one form: what was said of it, and the fields to say something. */
export class ObjectionPart {
  #chosen = { seat: 0, row: -1, path: "", value: null, words: "" };
  #isOpen = false;
  #isSending = false;
  #away = false;

  constructor(store, { word, say }, round) {
    Object.assign(this, { store, word, say, round });
    this.place = make("div", { class: "objections" });
    this.above = null; // where the answers are shown, if that is not beside the form
  }

  /** The data of the form, or undefined if nothing may be seen of it. */
  get form() {
    return this.store.data?.forms.find((form) => form.round === this.round);
  }

  get #seat() {
    return this.form.seats[this.#chosen.seat] ?? this.form.seats[0];
  }

  /** The paths of the cells that may be pointed at. */
  get paths() {
    const { form } = this;
    if (!form || form.closed || !this.#seat.left) return [];
    return this.#seat.rows.flatMap(({ cells }) => cells.map(({ path }) => path));
  }

  /** Open the fields at a cell. */
  point(path) {
    const row = this.#seat.rows.findIndex(({ cells }) => cells.some((each) => each.path === path));
    this.#choose({ row, path, value: null });
    this.#isOpen = true;
    this.show();
    this.place.querySelector("[name=value]")?.focus();
  }

  /** Show the form as it is now. */
  show() {
    const { form } = this;
    const said = form?.seats.flatMap((seat) => seat.said.map((each) => ({ each, seat }))) ?? [];
    const isAbove = ({ each }) => Boolean(this.above && each.answer);
    this.above?.replaceChildren(...this.#list(said.filter(isAbove)));
    const fields = form && this.#fields();
    const beside = this.#list(said.filter((one) => !isAbove(one)));
    this.place.replaceChildren(...beside, ...[fields].filter(Boolean));
  }

  #list(said) {
    if (!said.length) return [];
    const items = said.map(({ each, seat }) => this.#said(each, seat));
    return [make("ul", { class: "objections-said" }, items)];
  }

  #choose(change) {
    Object.assign(this.#chosen, change);
    this.store.trouble = "";
    this.#away = false;
  }

  #said({ where, stood, wanted, words, at, answer }, { name }) {
    const isOneOfMany = this.form.seats.length > 1;
    const values = { stood: this.say(stood), wanted: this.say(wanted) };
    return make(
      "li",
      { class: answer ? "answered" : "open" },
      make("p", {}, isOneOfMany && `${name}: `, make("b", {}, this.say(where))),
      make("p", {}, this.word("said", values), " ", make("small", {}, at)),
      words && make("blockquote", {}, words),
      make("p", { class: "objection-answer" }, answer ? this.#answer(answer) : this.word("asked")),
    );
  }

  #answer({ words, at, isCorrected, outcome }) {
    const kind = isCorrected ? "corrected" : "stays";
    const text = this.word(kind, { outcome: this.say(outcome) });
    return [make("b", {}, text), words && ` ${words}`, " ", make("small", {}, at)];
  }

  #fields() {
    const { form, word } = this;
    if (form.closed) return this.#hasOpen && make("p", { class: "soft" }, form.closed);
    const summary = make("summary", {}, word("notRight"));
    const inside = this.#seat.left ? this.#cellFields() : make("p", {}, word("enough"));
    const ontoggle = ({ target }) => {
      this.#isOpen = target.open;
    };
    const about = { class: "objection-form", open: this.#isOpen, ontoggle };
    return make("details", about, summary, this.#isSeatAsked && this.#seatField(), inside);
  }

  get #hasOpen() {
    return this.form.seats.some(({ said }) => said.some(({ answer }) => !answer));
  }

  get #isSeatAsked() {
    return this.form.seats.length > 1;
  }

  #id(name) {
    return `objection-${this.round}-${name}`;
  }

  #select(name, label, options, chosen, change) {
    const id = this.#id(name);
    const onchange = ({ target }) => {
      this.#choose(change(target.value));
      this.show();
      document.getElementById(id)?.focus();
    };
    const list = options.map(([value, text]) =>
      make("option", { value, selected: String(value) === String(chosen) }, text),
    );
    return field(id, label, make("select", { id, name, onchange }, list));
  }

  #seatField() {
    const seats = this.form.seats.map(({ name }, index) => [index, name]);
    const change = (value) => ({ seat: Number(value), row: -1, path: "", value: null });
    return this.#select("seat", this.word("who"), seats, this.#chosen.seat, change);
  }

  #cellFields() {
    const { rows } = this.#seat;
    const row = rows[this.#chosen.row];
    const cell = row?.cells.find(({ path }) => path === this.#chosen.path);
    return make(
      "form",
      { onsubmit: (event) => this.#send(event, cell) },
      make("p", { class: "soft" }, this.word("notRightHelp")),
      make("div", { class: "objection-fields" }, this.#rowField(rows), row && this.#cellField(row)),
      cell && this.#valueFields(cell),
    );
  }

  #rowField(rows) {
    const names = rows.map(({ name }, index) => [index, this.say(name) || this.word("wholeForm")]);
    const change = (value) => {
      const cells = rows[Number(value)]?.cells ?? [];
      return { row: Number(value), path: cells.length === 1 ? cells[0].path : "", value: null };
    };
    const options = [[-1, EMPTY], ...names];
    return this.#select("row", this.word("whichDeal"), options, this.#chosen.row, change);
  }

  #cellField({ cells }) {
    const names = cells.map(({ path, label }) => [path, this.say(label)]);
    const change = (path) => ({ path, value: null });
    const options = [["", EMPTY], ...names];
    return this.#select("path", this.word("whichCell"), options, this.#chosen.path, change);
  }

  #valueFields(cell) {
    const keep =
      (name) =>
      ({ target }) => {
        this.#chosen[name] = target.value;
      };
    const id = this.#id("words");
    const about = { id, name: "words", maxlength: 200, autocomplete: "off" };
    const words = make("input", { ...about, value: this.#chosen.words, oninput: keep("words") });
    const trouble = this.#away ? this.word("objectionAway") : this.store.trouble;
    return [
      make("p", {}, this.word("standsThere", { stood: this.#shown(cell) })),
      field(this.#id("value"), this.word("shouldBe"), this.#valueInput(cell, keep("value"))),
      field(id, this.word("why"), words),
      trouble && make("p", { class: "objection-trouble", role: "alert" }, trouble),
      make("button", { type: "submit", disabled: this.#isSending }, this.word("object")),
    ];
  }

  #shown({ kind, value, shown }) {
    if (kind === "yes") return this.word(value ? "crossed" : "notCrossed");
    return this.say(shown) || this.word("emptyCell");
  }

  #valueInput(cell, oninput) {
    const { kind, choices, longest } = cell;
    const id = this.#id("value");
    const value = this.#chosen.value ?? "";
    if (kind !== "yes" && !choices.length)
      return make("input", {
        id,
        name: "value",
        value,
        maxlength: longest,
        required: true,
        oninput,
        autocomplete: "off",
      });
    const crosses = [YES, ""].map((each) => [each, this.word(each ? "crossed" : "notCrossed")]);
    const texts = choices.map((each) => [
      each.value,
      this.say(each.text) || this.word("emptyCell"),
    ]);
    const options = kind === "yes" ? crosses : texts;
    const others = options.filter(([each]) => each !== cell.value);
    this.#chosen.value ??= others[0]?.[0] ?? "";
    const list = others.map(([each, text]) =>
      make("option", { value: each, selected: each === this.#chosen.value }, text),
    );
    return make("select", { id, name: "value", oninput }, list);
  }

  async #send(event, cell) {
    event.preventDefault();
    if (this.#isSending || !cell) return;
    const { value, words } = this.#chosen;
    const { seat } = this.#seat;
    this.#isSending = true;
    this.show();
    const fields = { round: this.round, seat, path: cell.path, value: value ?? "", words };
    const isTaken = await this.store.object(fields);
    this.#isSending = false;
    this.#away = isTaken === null;
    if (isTaken) {
      this.#chosen = { seat: this.#chosen.seat, row: -1, path: "", value: null, words: "" };
      this.#isOpen = false;
    }
    this.show();
    if (isTaken) this.place.scrollIntoView({ block: "nearest" }); // the page got shorter above it
  }
}
