// One deal on the table's own phone. If the game has an order of the cells, the page guides through
// them cell by cell; otherwise the cells are shown as on the sheet.

import { make } from "../core/elements.js";
import { backButton, noteButton, tapped } from "./deal-steps.js";
import { formField } from "./form-fields.js";
import { dealerOf, hasNotes, isBarred, isDone, isGuided, nextPath } from "./form-lookup.js";
import { keypad } from "./keypad.js";
import { button, heading, para } from "./page-parts.js";
import { scoreTable } from "./score-table.js";
import { capital, say, signed, word } from "./words.js";

/** Return the page of the present deal of the record. */
export function dealPage(store, render) {
  const { record } = store;
  const { data, cells } = record;
  const row = data.rows[record.at];
  const dealer = dealerOf(data, row, cells) || store.known?.rows[record.at]?.dealer || 0;
  return [
    heading(capital(say(row.name)), para(aboutDeal(data, row, dealer), "soft")),
    record.isBack && correctionWarning(data, row),
    ...(isGuided(data) ? guidedDeal(store, row, dealer, render) : plainDeal(store, row, render)),
  ];
}

function aboutDeal({ heading: name, seats }, row, dealer) {
  const isNumbered = row.label === String(row.number);
  const label = /^\d/.test(row.label) ? `${capital(say(name))}: ${row.label}` : row.label;
  const deals = dealer ? word("deals", { name: seats[dealer - 1].name }) : "";
  return [isNumbered ? "" : label, deals].filter(Boolean).join(" · ");
}

function correctionWarning(data, row) {
  const marks = isGuided(data) && data.marks.length ? word("noMarks") : "";
  return para(`${word("correcting", { deal: say(row.name) })} ${marks}`, "phone-warning");
}

function guidedDeal(store, row, dealer, render) {
  const { data, cells } = store.record;
  const path = tapped.cell || nextPath(data, row, cells);
  const tap = (other) => {
    const cell = tapped.cell === other ? "" : other;
    Object.assign(tapped, { cell, mark: "", barred: "" });
    render();
  };
  const isNoted = isDone(data, row, cells) && !tapped.cell;
  return [
    scoreTable(store, row, dealer, path, tap),
    notes(store, row),
    isBarred(row, cells) && para(word("stands"), "phone-warning"),
    knownPlace(store),
    isNoted ? endOfDeal(store, row, render) : keypad(store, row, path, render),
  ];
}

const endOfDeal = (store, row, render) =>
  make(
    "div",
    { class: "phone-foot" },
    para(word("noteHelp"), "soft"),
    noteButton(store, row, render),
    backButton(store, render),
  );

function plainDeal(store, row, render) {
  const { sides, seats } = store.record.data;
  const ofSide = (fields, index) => {
    const name = sides[index].seats.map((seat) => seats[seat - 1].name).join(" – ");
    return fieldsOf(store, fields, ({ label }) => `${name}: ${say(label)}`);
  };
  const ofDeal = fieldsOf(store, row.cells, ({ label }) => capital(say(label)));
  return [
    make("div", { class: "phone-fields" }, ofDeal),
    make("div", { class: "phone-fields" }, row.sides.flatMap(ofSide)),
    notes(store, row),
    knownPlace(store),
    endOfPlainDeal(store, row, render),
  ];
}

function endOfPlainDeal(store, row, render) {
  const { record } = store;
  const end = () => {
    Object.assign(record, { isOver: true, isBack: false });
    store.wrote();
    render();
  };
  return make(
    "div",
    { class: "phone-foot" },
    noteButton(store, row, render),
    backButton(store, render),
    !record.isBack && button(word("last"), end, { class: "quiet", id: "last" }),
  );
}

function fieldsOf(store, fields, labelOf) {
  const { data, cells } = store.record;
  const write = (path, value) => {
    cells[path] = value;
    store.wrote();
  };
  const toField = (each) =>
    formField(each, cells[each.path] ?? "", labelOf(each), data.seats, write);
  return fields.map(toField);
}

function notes(store, row) {
  if (row.notes.length === 0) return null;
  const { data, cells } = store.record;
  const labelOf = ({ seat, label }) =>
    seat ? `${data.seats[seat - 1].name}: ${say(label)}` : capital(say(label));
  const fields = make("div", { class: "phone-fields" }, fieldsOf(store, row.notes, labelOf));
  const summary = make("summary", {}, word("more"));
  return make("details", { class: "phone-more", open: hasNotes(row, cells) }, summary, fields);
}

// The server answers later than a tap: `refresh` in phone.js then fills in this part.
const knownPlace = (store) => make("div", { "data-known": true }, knownOfDeal(store));

/** Return what scoring makes of the deal, as far as the office has it. */
export function knownOfDeal(store) {
  const { record, known } = store;
  const row = record.data.rows[record.at];
  if (!known || !row) return []; // after the last deal was noted there is no row
  const remark = known.rows[record.at]?.remark;
  return [
    ...wrongIn(row, known, record.cells).map(({ text, code }) =>
      make("p", { class: "phone-warning", "data-code": code }, say(text)),
    ),
    remark && para(say(remark), "soft"),
    isGuided(record.data) ? null : para(totalsSoFar(record.data, known), "soft"),
  ].filter(Boolean);
}

// A problem that the director has let stand is not shown again.
const wrongIn = (row, { wrong }, cells) =>
  wrong
    .filter(({ path }) => path === row.path || path.startsWith(`${row.path}.`))
    .filter(({ office }) => !(office && isBarred(row, cells)));

function totalsSoFar({ seats }, { totals }) {
  const each = seats.map(({ name }, seat) => `${name} ${signed(totals[seat])}`);
  return `${word("total")}: ${each.join(" · ")}`;
}
