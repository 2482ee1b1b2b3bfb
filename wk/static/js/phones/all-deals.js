// All deals of the form, to look at at the end, each with a button to correct it.

import { make } from "../core/elements.js";
import { isGuided, pointsOf } from "./form-lookup.js";
import { button } from "./page-parts.js";
import { capital, say, signed, word } from "./words.js";

const NOTHING = "·";
const BETWEEN = " · ";

let isOpen = false;

/**
 * Return the deals that are written, folded up. `correct` is called with the index of a deal; without
 * it they can only be looked at. Null without any.
 */
export function allDeals(store, correct = null) {
  const { data, cells } = store.record;
  const rows = data.rows.filter((row) => fieldsOf(row).some(({ path }) => cells[path]));
  if (!rows.length) return null;
  const part = isGuided(data) ? dealsTable : dealsList;
  const ontoggle = ({ target }) => {
    isOpen = target.open;
  };
  return make(
    "details",
    { class: "phone-more phone-deals", open: isOpen, ontoggle },
    make("summary", {}, word(correct ? "correctDeals" : "allDeals")),
    part(store, rows, correct),
  );
}

const fieldsOf = (row) => [...row.cells, ...row.sides.flat(), ...row.notes];

function nameOf(store, row, correct) {
  const name = say(row.name);
  const { rows } = store.record.data;
  if (!correct) return capital(name);
  const about = { class: "secondary", "aria-label": word("correct", { deal: name }) };
  return button(row.label || capital(name), () => correct(rows.indexOf(row)), about);
}

function dealsTable(store, rows, correct) {
  const { data, cells } = store.record;
  const heads = data.sides.map(({ seats }) =>
    make(
      "th",
      { scope: "col" },
      make("span", {}, seats.map((at) => data.seats[at - 1].name).join(BETWEEN)),
    ),
  );
  const line = (row) => {
    const points = pointsOf(data, row, cells);
    const ofSide = (fields, index) =>
      make(
        "td",
        {},
        make("span", {}, fields.map(({ path }) => cells[path] || NOTHING).join(" ")),
        points && make("small", { class: points[index] < 0 && "neg" }, signed(points[index])),
      );
    const name = make("th", { scope: "row" }, nameOf(store, row, correct));
    return make("tr", {}, name, row.sides.map(ofSide));
  };
  const heading = make("th", { scope: "col" }, say(data.heading));
  return make(
    "table",
    { class: "phone-deals-table" },
    make("thead", {}, make("tr", {}, heading, heads)),
    make("tbody", {}, rows.map(line)),
  );
}

function dealsList(store, rows, correct) {
  const { data, cells } = store.record;
  const written = (field) => {
    const text = textOf(field, cells[field.path], data.seats);
    return field.kind === "yes" ? say(field.label) : `${say(field.label)}: ${text}`;
  };
  const line = (row) => {
    const texts = fieldsOf(row)
      .filter(({ path }) => cells[path])
      .map(written);
    return make("li", {}, nameOf(store, row, correct), make("span", {}, texts.join(BETWEEN)));
  };
  return make("ul", { class: "phone-deals-list" }, rows.map(line));
}

function textOf({ kind, choices }, value, seats) {
  if (kind === "seat") return seats[Number(value) - 1]?.name ?? value;
  const choice = choices.find((each) => each.value === value);
  return choice ? say(choice.text) : value;
}
