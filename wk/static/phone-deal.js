// One deal on the table's own phone, and before the first one who deals it.

import {
  button, capital, field, heading, make, para, say, signed, word,
} from "./phone-parts.js";
import {
  barredAt, dealerOf, fieldAt, hasNotes, isBarred, isDone, isGuided, leftAt, marksIn, nextPath,
  pointsOf, totalsOf, write, wrongSum,
} from "./phone-round.js";

let editing = ""; // the cell that was tapped to be changed
let mark = ""; // the letter that was tapped, while it is asked whose it is
let asked = ""; // the cell for which what is barred was tapped

// Before the first deal: the cards that were drawn for the table, or who drew the highest himself.
let isDrawn = false;
export const firstDealer = (store, render) => {
  const { data, cells } = store.record;
  const begin = (seat) => {
    cells[data.firstDealer] = String(seat);
    store.wrote();
    render();
  };
  const names = data.seats.map(({ name }, index) =>
    button(name, () => begin(index + 1), { class: "secondary" }));
  if (isDrawn) return [heading(word("firstDealer")), ...drawn(data, begin)];
  return [
    heading(word("firstDealer")), para(word("drawHelp")),
    button(word("draw"), () => { isDrawn = true; render(); }, { class: "big" }),
    make("section", {}, para(word("ownDraw"), "label"), make("div", { class: "phone-names" }, names)),
  ];
};
const drawn = ({ draw, seats }, begin) => {
  const card = ({ text, red }, index, isBest) => make("li", { class: isBest ? "best" : false },
    make("span", { class: red ? "card red" : "card" }, say(text)), make("span", {}, seats[index].name));
  const each = (cards, index) => {
    const isLast = index === draw.deals.length - 1;
    const all = cards.map((one, seat) => card(one, seat, isLast && seat + 1 === draw.seat));
    return [make("ul", { class: "phone-cards" }, all), isLast ? null : para(word("equal"), "soft")];
  };
  const { name } = seats[draw.seat - 1];
  return [...draw.deals.flatMap(each), make("div", { class: "phone-foot" },
    para(word("dealsFirst", { name }), "phone-lead"),
    button(word("begin"), () => begin(draw.seat), { class: "big", id: "begin" }))];
};

export const deal = (store, render) => {
  const { record } = store;
  const { data, cells } = record;
  const row = data.rows[record.at];
  const isLed = isGuided(data);
  const dealer = dealerOf(data, row, cells) || store.known?.rows[record.at]?.dealer || 0;
  const isNumbered = row.label === String(row.number);
  const about = /^\d/.test(row.label) ? `${capital(say(data.heading))}: ${row.label}` : row.label;
  const who = dealer ? word("deals", { name: data.seats[dealer - 1].name }) : "";
  return [
    heading(capital(say(row.name)), para([isNumbered ? "" : about, who].filter(Boolean).join(" · "), "soft")),
    record.isBack && para([word("correcting", { deal: say(row.name) }),
      isLed && data.marks.length ? word("noMarks") : ""].join(" "), "phone-warning"),
    ...(isLed ? guided(store, row, dealer, render) : plain(store, row, render)),
  ];
};

// A deal that goes cell by cell.
const guided = (store, row, dealer, render) => {
  const { record } = store;
  const { data, cells } = record;
  const path = editing || nextPath(data, row, cells);
  const tap = (other) => { editing = editing === other ? "" : other; mark = asked = ""; render(); };
  const done = isDone(data, row, cells) && !editing;
  return [
    score(store, row, dealer, path, tap),
    row.notes.length > 0 && more(store, row),
    isBarred(row, cells) && para(word("stands"), "phone-warning"),
    make("div", { "data-known": true }, knownParts(store)),
    done ? noted(store, row, render) : keys(store, row, path, render),
  ];
};

const otherDealer = (store, render) => {
  const { data, cells } = store.record;
  if (!data.firstDealer) return null;
  const change = () => {
    isDrawn = false;
    cells[data.firstDealer] = "";
    store.wrote();
    render();
  };
  return button(word("changeDealer"), change, { class: "quiet", id: "other-dealer" });
};

const score = (store, row, dealer, path, tap) => {
  const { data, cells, at } = store.record;
  const points = pointsOf(data, row, cells);
  const rows = data.rows.slice(0, at + (points ? 1 : 0));
  const totals = totalsOf(data, rows, cells);
  const cell = (each, side) => {
    const { name } = data.seats[side.seats[0] - 1];
    const text = cells[each.path] ?? "";
    const kind = each.path === path ? "now" : store.record.filled.includes(each.path) ? "filled" : "";
    return make("td", {}, button(text || "·", () => tap(each.path), {
      id: `at-${each.path}`, class: `phone-cell ${kind}`,
      "aria-label": `${name}, ${say(each.label)}: ${text || word("empty")}`,
      "aria-current": each.path === path ? "true" : false,
    }));
  };
  const line = (side, index) => {
    const deals = side.seats.includes(dealer);
    const names = side.seats.map((seat) => data.seats[seat - 1].name).join(" – ");
    return make("tr", { class: row.sides[index].some((each) => each.path === path) ? "now" : false },
      make("th", { scope: "row" }, make("span", {}, names), deals && make("small", { class: "phone-dealer" }, word("dealer"))),
      row.sides[index].map((each) => cell(each, side)),
      points && make("td", { class: points[index] < 0 ? "points neg" : "points" }, signed(points[index])),
      make("td", { class: "sum", "data-seat": totals ? false : String(side.seats[0]) },
        totals ? signed(totals[index]) : knownTotal(store, side.seats[0])));
  };
  const heads = [...data.columns.map(say), points && word("points"), word("total")].filter(Boolean);
  return make("table", { class: "phone-score" },
    make("thead", {}, make("tr", {}, [word("player"), ...heads].map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, data.sides.map(line)));
};
export const knownTotal = (store, seat) => {
  const total = store.known?.totals[seat - 1];
  return total === undefined ? "…" : signed(total);
};

const put = (store, row, path, value, render) => {
  const { record } = store;
  const filled = new Set(record.filled);
  write(row, path, value, record.cells, filled);
  record.filled = [...filled];
  editing = mark = asked = "";
  store.wrote();
  render();
};

const keys = (store, row, path, render) => {
  const { data, cells } = store.record;
  if (mark) return whose(store, row, render);
  const wrong = wrongSum(row, cells);
  if (!path) return make("div", { class: "phone-foot" }, wrong && para(word("sumWrong", wrong), "phone-warning"));
  const here = fieldAt(row, path);
  const barred = barredAt(row, path, cells);
  const left = leftAt(row, path, cells);
  const number = (value) => {
    const isOut = barred?.number === value;
    const tapped = () => {
      if (!isOut) put(store, row, path, String(value), render);
      else { asked = path; render(); }
    };
    return button(String(value), tapped, {
      id: `key-${value}`, class: isOut ? "barred" : "",
      "aria-pressed": cells[path] === String(value) ? "true" : false,
      "aria-describedby": isOut ? "barred" : false,
    });
  };
  const letStand = () => put(store, row, path, String(barred.number), render);
  const hint = left !== null && left >= 0 ? word("left", { number: left }) : "";
  return make("div", { class: "phone-foot" },
    make("p", { class: "phone-turn" },
      make("b", {}, data.seats[here.seat - 1].name), ` ${say(here.label)} `, make("span", { class: "soft" }, hint)),
    make("div", { class: "phone-keys" },
      Array.from({ length: here.most + 1 }, (_none, value) => number(value)), marks(store, row, here, render)),
    barred && make("p", { id: "barred", class: "phone-barred" }, word("barred", barred)),
    barred && asked === path && button(word("letStand"), letStand, { class: "quiet", id: "let-stand" }),
    wrong && para(word("sumWrong", wrong), "phone-warning"),
    row.sides.flat().some((each) => cells[each.path]) ? null : (back(store, render) ?? otherDealer(store, render)),
    editing && make("div", { class: "phone-beside" },
      cells[path] && button(word("erase"), () => put(store, row, path, "", render), { class: "quiet" }),
      button(word("cancel"), () => { editing = ""; render(); }, { class: "quiet" })));
};

// Letters stop a deal; in a deal that was noted before only those that stood there are left.
const marks = (store, row, here, render) => {
  const { data, isBack, before } = store.record;
  const offered = data.marks.filter(({ letter }) =>
    here.marks.includes(letter) && (!isBack || before.includes(letter)));
  const tapped = (letter) => {
    if (editing) put(store, row, here.path, letter, render);
    else { mark = letter; render(); }
  };
  return offered.map(({ letter, meaning }) => button([make("b", {}, letter), say(meaning)],
    () => tapped(letter), { class: "mark", id: `mark-${letter}` }));
};
const whose = (store, row, render) => {
  const { data } = store.record;
  const fields = row.sides.flat().filter((each) => each.marks.includes(mark));
  const { meaning } = data.marks.find(({ letter }) => letter === mark);
  return make("div", { class: "phone-foot" },
    make("p", { class: "phone-turn" }, make("b", {}, word("whose")), ` ${mark} ${say(meaning)}`),
    make("div", { class: "phone-names" }, fields.map(({ path, seat }) =>
      button(data.seats[seat - 1].name, () => put(store, row, path, mark, render), { class: "secondary" }))),
    button(word("cancel"), () => { mark = ""; render(); }, { class: "quiet" }));
};

// The end of a deal: note it, and on to the next.
const noted = (store, row, render) => make("div", { class: "phone-foot" },
  para(word("noteHelp"), "soft"),
  button(word("note", { deal: say(row.name) }), () => goOn(store, render), { class: "big", id: "note" }),
  back(store, render));
const goOn = (store, render) => {
  const { record } = store;
  const { at, isBack, from } = record;
  Object.assign(record, isBack ? from : { at: at + 1 }, { isBack: false, filled: [] });
  editing = mark = asked = "";
  store.wrote();
  render();
  scrollTo({ top: 0 });
};
export const correct = (store, index, render) => {
  const { record } = store;
  const { at, isOver } = record;
  const before = marksIn(record.data.rows[index], record.cells);
  const from = record.isBack ? record.from : { at, isOver: Boolean(isOver) };
  Object.assign(record, { at: index, isOver: false, isBack: true, from, before });
  editing = mark = asked = "";
  store.keep();
  render();
};
const back = (store, render) => {
  const { record } = store;
  const last = record.data.rows[record.at - 1];
  if (!last || record.isBack) return null;
  return button(word("correct", { deal: say(last.name) }), () => correct(store, record.at - 1, render), { class: "quiet" });
};

// A deal of a form without an order: its cells as they are on the sheet.
const plain = (store, row, render) => {
  const { record } = store;
  const { data, cells } = record;
  const side = (fields, index) => {
    const name = data.sides[index].seats.map((seat) => data.seats[seat - 1].name).join(" – ");
    return fields.map((each) => field(each, cells[each.path] ?? "", `${name}: ${say(each.label)}`, data.seats, writes(store)));
  };
  const over = () => { Object.assign(record, { isOver: true, isBack: false }); store.wrote(); render(); };
  return [
    make("div", { class: "phone-fields" }, row.cells.map((each) =>
      field(each, cells[each.path] ?? "", capital(say(each.label)), data.seats, writes(store)))),
    make("div", { class: "phone-fields" }, row.sides.flatMap(side)),
    row.notes.length > 0 && more(store, row),
    make("div", { "data-known": true }, knownParts(store)),
    make("div", { class: "phone-foot" },
      button(word("note", { deal: say(row.name) }), () => goOn(store, render), { class: "big", id: "note" }),
      back(store, render),
      !record.isBack && button(word("last"), over, { class: "quiet", id: "last" })),
  ];
};
const writes = (store) => (path, value) => {
  store.record.cells[path] = value;
  store.wrote();
};
const more = (store, row) => {
  const { data, cells } = store.record;
  const labelled = (each) => (each.seat ? `${data.seats[each.seat - 1].name}: ${say(each.label)}` : capital(say(each.label)));
  return make("details", { class: "phone-more", open: hasNotes(row, cells) }, make("summary", {}, word("more")),
    make("div", { class: "phone-fields" }, row.notes.map((each) =>
      field(each, cells[each.path] ?? "", labelled(each), data.seats, writes(store)))));
};

// What scoring makes of a deal, as far as the office has it.
export const knownParts = (store) => {
  const { record, known } = store;
  const row = record.data.rows[record.at];
  if (!known || !row) return []; // after the last deal was noted there is no row
  const isHere = ({ path }) => path === row.path || path.startsWith(`${row.path}.`);
  const found = known.wrong.filter((each) => isHere(each) && !(each.office && isBarred(row, record.cells)));
  const remark = known.rows[record.at]?.remark;
  const total = ({ name }, seat) => `${name} ${signed(known.totals[seat])}`;
  const totals = `${word("total")}: ${record.data.seats.map(total).join(" · ")}`;
  return [
    ...found.map(({ text, code }) => make("p", { class: "phone-warning", "data-code": code }, say(text))),
    remark && para(say(remark), "soft"),
    isGuided(record.data) ? null : para(totals, "soft"),
  ].filter(Boolean);
};
