// The cells of a guided deal as a table, with the totals so far.

import { make } from "../core/elements.js";
import { pointsOf, totalsOf } from "./form-lookup.js";
import { button } from "./page-parts.js";
import { say, signed, word } from "./words.js";

/** Return the total of a seat that the server has counted, as text. */
export function knownTotal(store, seat) {
  const total = store.known?.totals[seat - 1];
  return total === undefined ? "…" : signed(total);
}

/**
 * Return the table of a deal. `path` is the next cell to fill in; `tap` is called with the path of a
 * tapped cell.
 */
export function scoreTable(store, row, dealer, path, tap) {
  const { data, cells, at } = store.record;
  const points = pointsOf(data, row, cells);
  const totals = totalsOf(data, data.rows.slice(0, at + (points ? 1 : 0)), cells);
  const line = (side, index) => {
    const fields = row.sides[index];
    return make(
      "tr",
      { class: fields.some((each) => each.path === path) ? "now" : false },
      sideName(data, side, dealer),
      fields.map((each) => cell(store, side, each, path, tap)),
      points &&
        make("td", { class: points[index] < 0 ? "points neg" : "points" }, signed(points[index])),
      totals ? make("td", { class: "sum" }, signed(totals[index])) : totalOfOffice(store, side),
    );
  };
  const body = make("tbody", {}, data.sides.map(line));
  return make("table", { class: "phone-score" }, heads(data, points !== null), body);
}

function heads({ columns }, hasPoints) {
  const names = [word("player"), ...columns.map(say), hasPoints && word("points"), word("total")];
  const cells = names.filter(Boolean).map((text) => make("th", { scope: "col" }, text));
  return make("thead", {}, make("tr", {}, cells));
}

function sideName({ seats }, side, dealer) {
  const names = side.seats.map((seat) => seats[seat - 1].name).join(" – ");
  const deals = side.seats.includes(dealer);
  const sign = deals && make("small", { class: "phone-dealer" }, word("dealer"));
  return make("th", { scope: "row" }, make("span", {}, names), sign);
}

function cell(store, side, field, path, tap) {
  const { data, cells, filled } = store.record;
  const { name } = data.seats[side.seats[0] - 1];
  const text = cells[field.path] ?? "";
  const isNow = field.path === path;
  const kind = filled.includes(field.path) ? "filled" : "";
  const about = {
    id: `at-${field.path}`,
    class: `phone-cell ${isNow ? "now" : kind}`,
    "aria-label": `${name}, ${say(field.label)}: ${text || word("empty")}`,
    "aria-current": isNow ? "true" : false,
  };
  return make(
    "td",
    {},
    button(text || "·", () => tap(field.path), about),
  );
}

// The server answers later than a tap: `refresh` in phone.js then fills in the cell by its data-seat.
function totalOfOffice(store, { seats: [seat] }) {
  return make("td", { class: "sum", "data-seat": String(seat) }, knownTotal(store, seat));
}
