// The page on the table's own phone: who deals, who writes next, and what it comes to. What is
// written goes through phone-store.js; what the form says is looked up in phone-round.js.

import { correct, deal, firstDealer, knownParts, knownTotal } from "./phone-deal.js";
import { follow, retell } from "./phone-news.js";
import {
  button, capital, changeLanguage, field, heading, make, otherLanguage, para, say, show, signed, speak,
  word,
} from "./phone-parts.js";
import { doneCount, isDone, isGuided, totalsOf } from "./phone-round.js";
import { Store, isKeeping } from "./phone-store.js";

const POLL = 15000; // ms: how often it looks what the office does with a form that was handed in

const sign = () => {
  const place = document.getElementById("sign");
  const [kind, text] = signOf();
  place.className = kind;
  place.setAttribute("aria-live", ["saved", "sending"].includes(kind) ? "off" : "polite"); // not at every tap
  if (place.textContent !== text) place.textContent = text;
};
const signOf = () => {
  const { record, trouble } = store;
  if (!record) return ["", ""];
  if (trouble) return ["unsaved", trouble.message];
  if (isClosed()) return ["unsaved", record.data.closed];
  if (!isKeeping && store.isDirty) return ["unsaved", word("memory")];
  if (!store.isDirty) return store.isAway ? ["local", word("local")] : ["saved", word("saved")];
  return store.isAway ? ["local", word("local")] : ["sending", word("sending")];
};

// Whether the round takes no more forms, and this one is not in; what was written stays here.
const isClosed = () => {
  const { record, trouble } = store;
  return trouble?.code === "closed" || Boolean(record?.standing === "open" && record.data.closed);
};

const head = () => {
  const { data } = store.record ?? {};
  const place = document.getElementById("place");
  place.querySelector("span")?.remove();
  if (data) {
    const round = word("round", { number: data.round });
    place.append(make("span", {}, make("b", {}, word("table", { number: data.table })), ` · ${round}`));
  }
  const other = otherLanguage();
  const change = document.getElementById("language");
  change.hidden = false;
  change.lang = other.code;
  change.textContent = other.name;
  change.onclick = () => { changeLanguage(other.code); render(); };
};

// Which page is to be shown.
const STOPS = new Set(["unknown", "off", "early", "reseated"]);
const page = () => {
  const { record, trouble, conflict } = store;
  if (!store.key) return message("scan", word("scanHelp"));
  if (trouble && (STOPS.has(trouble.code) || !record)) return refusal(trouble.message);
  if (!record) return store.isAway ? away() : [para(word("wait"), "soft")];
  if (conflict) return twoPhones(conflict);
  if (record.standing !== "open") return standing();
  const { data, cells } = record;
  if (data.firstDealer && !cells[data.firstDealer]) return firstDealer(store, render);
  if (record.at < 0) record.at = firstOpen(data, cells);
  if (record.at >= data.rows.length || record.isOver) return end();
  return deal(store, render);
};
const firstOpen = (data, cells) => {
  const isOpen = isGuided(data) ? (row) => !isDone(data, row, cells)
    : (row) => !Object.entries(cells).some(([path, value]) => value && path.startsWith(`${row.path}.`));
  const index = data.rows.findIndex(isOpen);
  return index < 0 ? data.rows.length : index;
};
const render = () => { head(); retell(); sign(); show(page()); stayAwake(); };

const message = (name, text) => [heading(word(name)), para(text)];
const again = () => button(word("again"), () => store.open(), { class: "big" });
const refusal = (text) => [heading(word("sorry")), para(text), again()];
const away = () => [...message("away", word("awayHelp")), again()];

const twoPhones = ({ known }) => {
  const mine = doneCount(store.record.data, store.record.cells);
  return [
    ...message("conflict", word("conflictHelp")),
    button(word("mine", { number: mine }), () => store.choose(true), { class: "big secondary" }),
    button(word("theirs", { number: known.done }), () => store.choose(false), { class: "big secondary" }),
  ];
};

// The totals of all players, with their places once the office knows that everything is right.
const totals = (results) => {
  const { data, cells } = store.record;
  const sums = results?.length ? null : totalsOf(data, data.rows, cells);
  const known = store.known?.totals;
  const value = (seat) => results?.[seat]?.points
    ?? sums?.[data.sides.findIndex(({ seats }) => seats.includes(seat + 1))] ?? known?.[seat];
  const row = ({ name }, seat) => make("tr", {}, make("th", { scope: "row" }, name),
    make("td", {}, value(seat) === undefined ? "…" : signed(value(seat))),
    results?.length ? make("td", {}, `${results[seat].place}.`) : null,
    results?.length ? make("td", { class: "wp" }, results[seat].matchPoints) : null);
  const heads = ["player", "points", ...(results?.length ? ["rank", "matchPoints"] : [])];
  return make("table", { class: "phone-totals" },
    make("thead", {}, make("tr", {}, heads.map((name) => make("th", { scope: "col" }, word(name))))),
    make("tbody", {}, data.seats.map(row)));
};

const standing = () => {
  const { standing: state, known } = store.record;
  const isKnown = state === "counted" || state === "handed-in";
  return [
    heading(word(state)), para(word(`${state}Help`), "phone-lead"),
    totals(isKnown ? known?.results : null),
  ];
};

// The end of the round: the table looks at it once more, and hands it in.
let answer = null;
let isAsking = false;
const end = () => {
  const { record, known } = store;
  const row = record.data.rows.at(record.isOver ? record.at : -1);
  const problems = answer?.body.problems ?? left();
  const isRight = problems.length === 0 || answer?.body.code === "unsure";
  const name = isForOffice(problems) ? "office" : "end";
  return [
    heading(word(name)), para(word(`${name}Help`), "phone-lead"),
    totals(known?.results),
    isGuided(record.data) ? null : make("div", { class: "phone-fields" }, record.data.tail.map(last)),
    answer && para(answer.body.message, "phone-warning"),
    problems.length > 0 && make("ul", { class: "phone-problems" }, problems.map(problem)),
    make("div", { class: "phone-foot" },
      !known && store.isAway && para(word("needsNetwork"), "soft"),
      isRight && (answer?.body.code === "unsure"
        ? button(word("sure"), () => handIn(answer.body.sure), { class: "big", disabled: isAsking })
        : button(word("handIn"), () => handIn(""), { class: "big", id: "hand-in", disabled: isAsking || !known })),
      row && button(word("correct", { deal: say(row.name) }), () => goTo(row), { class: "quiet" })),
  ];
};
// What is still wrong or missing, as far as the office knows; and whether nothing is left to do but
// what the director has to write.
const left = () => (store.known ? [...store.known.wrong, ...store.known.missing] : []);
const isForOffice = (problems) => problems.length > 0 && problems.every(({ office }) => office);
const last = (about) =>
  field(about, store.record.cells[about.path] ?? "", capital(say(about.label)), [], (path, value) => {
    answer = null;
    store.record.cells[path] = value;
    store.wrote();
  });
const problem = ({ path, place, seat, text, code }) => {
  const { data } = store.record;
  const where = [say(place), data.seats[seat - 1]?.name].filter(Boolean).join(", ");
  const row = data.rows.find((each) => path === each.path || path.startsWith(`${each.path}.`));
  return make("li", { "data-code": code }, make("b", {}, capital(where)), " ", say(text),
    row && button(word("goTo", { deal: say(row.name) }), () => goTo(row), { class: "secondary" }));
};
const goTo = (row) => {
  answer = null;
  correct(store, store.record.data.rows.indexOf(row), render);
};
const handIn = async (sure) => {
  isAsking = true;
  render();
  const given = await store.confirm(sure);
  isAsking = false;
  answer = given && !given.ok ? given : null;
  if (answer?.body.code === "handed-in") store.drop();
  render();
};

// The screen stays on while a deal is being played, where the browser knows how.
let lock = null;
const stayAwake = async () => {
  const isPlaying = store.record?.standing === "open" && !document.hidden;
  if (isPlaying && !lock) {
    lock = navigator.wakeLock ?? null;
    lock = await lock?.request("screen").catch(() => null) ?? null;
    lock?.addEventListener("release", () => { lock = null; });
  } else if (!isPlaying) await lock?.release();
};
document.addEventListener("visibilitychange", stayAwake);

// What scoring says of the form comes later than the hand: those parts follow by themselves.
const refresh = () => {
  sign();
  const main = document.getElementById("content");
  if (main.querySelector(".phone-totals")) show(page());
  main.querySelector("[data-known]")?.replaceChildren(...knownParts(store));
  for (const cell of main.querySelectorAll("td[data-seat]"))
    cell.textContent = knownTotal(store, Number(cell.dataset.seat));
};

const store = new Store((what) => (what === "all" ? render() : refresh()));
speak();
render();
store.open().then(() => follow(store));
setInterval(() => {
  const isWaiting = ["handed-in", "differs"].includes(store.record?.standing)
    || isForOffice(left()) || isClosed();
  if (isWaiting && !document.hidden) store.open();
}, POLL);
const script = document.querySelector("script[data-worker]");
navigator.serviceWorker?.register(script.dataset.worker).catch(() => {}); // without, it needs a network to open
