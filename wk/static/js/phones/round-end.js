// The end of a round: the table checks its form once more, hands it in, and sees its state.

import { make } from "../core/elements.js";
import { allDeals } from "./all-deals.js";
import { correct } from "./deal-steps.js";
import { formField } from "./form-fields.js";
import { isGuided, totalsOf } from "./form-lookup.js";
import { button, heading, para } from "./page-parts.js";
import { tableObjections } from "./table-objections.js";
import { waysOn } from "./ways-on.js";
import { capital, say, signed, word } from "./words.js";

let refused = null; // the server's answer if it refused the form
let isAsking = false;

/** Return the problems of the form that the server has found: wrong and missing cells. */
export const problemsLeft = ({ known }) => (known ? [...known.wrong, ...known.missing] : []);

/** Return whether only problems are left that the director has to solve. */
export const areForOffice = (problems) =>
  problems.length > 0 && problems.every(({ office }) => office);

// A table that wrote on paper has at most drawn its first dealer here.
const hasWritten = ({ cells, data }) =>
  Object.keys(cells).some((path) => cells[path] && path !== data.firstDealer);

/** Return the page of a form that was handed in. */
export function standingPage(store) {
  const { standing, known } = store.record;
  const isKnown = standing === "counted" || standing === "handed-in";
  const hasTotals = isKnown || hasWritten(store.record);
  const help = standing === "typed" && !hasTotals ? "counted" : standing;
  return [
    heading(word(standing)),
    para(word(`${help}Help`), "phone-lead"),
    hasTotals && totalsTable(store, isKnown ? known?.results : null),
    waysOn(store),
    allDeals(store),
    tableObjections(store),
  ];
}

// The totals of all players, with their places once the server has found no problem.
function totalsTable(store, results) {
  const hasPlaces = Boolean(results?.length);
  const totalOf = totalBySeat(store, hasPlaces ? results : null);
  const sides = sideBySeat(store);
  // As in the standings: 3, or 3= where another side has the same place.
  const placeOf = (seat) => {
    const { place } = results[seat];
    const isShared = results.some((each, n) => each.place === place && sides(n) !== sides(seat));
    return make("td", {}, `${place}`, make("span", { class: "tie" }, isShared ? "=" : ""));
  };
  const row = ({ name }, seat) => {
    const value = totalOf(seat);
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      make("td", {}, value === undefined ? "…" : signed(value)),
      hasPlaces && placeOf(seat),
      hasPlaces && make("td", { class: "wp" }, results[seat].matchPoints),
    );
  };
  const names = ["player", "points", ...(hasPlaces ? ["rank", "matchPoints"] : [])];
  const heads = names.map((name) => make("th", { scope: "col" }, word(name)));
  return make(
    "table",
    { class: "phone-totals" },
    make("thead", {}, make("tr", {}, heads)),
    make("tbody", {}, store.record.data.seats.map(row)),
  );
}

// Return a function that gives the total of a seat, from 0: the server's, or that of this phone.
function totalBySeat(store, results) {
  const { data, cells } = store.record;
  if (results) return (seat) => results[seat].points;
  const sums = totalsOf(data, data.rows, cells);
  const known = store.known?.totals;
  const sideOf = sideBySeat(store);
  return (seat) => sums?.[sideOf(seat)] ?? known?.[seat];
}

/** Return the page on which the table hands its form in. */
export function endPage(store, render) {
  const { record, known } = store;
  const problems = refused?.problems ?? problemsLeft(store);
  const name = areForOffice(problems) ? "office" : "end";
  const list = problems.map((each) => problemLine(store, each, render));
  return [
    heading(word(name)),
    para(word(`${name}Help`), "phone-lead"),
    totalsTable(store, known?.results),
    isGuided(record.data) ? null : tailFields(store),
    refused && para(refused.message, "phone-warning"),
    problems.length > 0 && make("ul", { class: "phone-problems" }, list),
    allDeals(store, (index) => {
      refused = null;
      correct(store, index, render);
    }),
    foot(store, problems, render),
  ];
}

function foot(store, problems, render) {
  const { record, known, isAway } = store;
  const row = record.data.rows.at(record.isOver ? record.at : -1);
  const isRight = problems.length === 0 || refused?.code === "unsure";
  return make(
    "div",
    { class: "phone-foot" },
    !known && isAway && para(word("needsNetwork"), "soft"),
    isRight && handInButton(store, render),
    row && goToButton(store, row, "correct", "quiet", render),
  );
}

function handInButton(store, render) {
  const { known } = store;
  if (refused?.code === "unsure") {
    const repeat = () => handIn(store, refused.sure, render);
    return button(word("sure"), repeat, { class: "big", disabled: isAsking });
  }
  const about = { class: "big", id: "hand-in", disabled: isAsking || !known };
  return button(word("handIn"), () => handIn(store, "", render), about);
}

async function handIn(store, sure, render) {
  isAsking = true;
  render();
  const answer = await store.confirm(sure);
  isAsking = false;
  refused = answer && !answer.ok ? answer.body : null;
  if (refused?.code === "handed-in") store.drop();
  render();
}

// Cells after the deals.
function tailFields(store) {
  const { data, cells } = store.record;
  const write = (path, value) => {
    refused = null;
    cells[path] = value;
    store.wrote();
  };
  const toField = (each) =>
    formField(each, cells[each.path] ?? "", capital(say(each.label)), [], write);
  return make("div", { class: "phone-fields" }, data.tail.map(toField));
}

function problemLine(store, { path, place, seat, text, code }, render) {
  const { data } = store.record;
  const where = [say(place), data.seats[seat - 1]?.name].filter(Boolean).join(", ");
  const row = data.rows.find((each) => path === each.path || path.startsWith(`${each.path}.`));
  const lead = make("b", {}, capital(where));
  const goTo = row && goToButton(store, row, "goTo", "secondary", render);
  return make("li", { "data-code": code }, lead, " ", say(text), goTo);
}

function goToButton(store, row, name, kind, render) {
  const goTo = () => {
    refused = null;
    correct(store, store.record.data.rows.indexOf(row), render);
  };
  return button(word(name, { deal: say(row.name) }), goTo, { class: kind });
}

// Return a function that gives the index of the side of a seat, from 0: partners are one side.
function sideBySeat({ record }) {
  return (seat) => record.data.sides.findIndex(({ seats }) => seats.includes(seat + 1));
}
