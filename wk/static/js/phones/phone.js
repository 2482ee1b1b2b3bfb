// The page on the table's own phone. This script chooses the page to show (first dealer, deal, end of
// the round), and shows it anew after each change and each answer of the server.

import { runCountdowns } from "../core/countdown.js";
import { byId, findAll, make } from "../core/elements.js";
import { dealPage, knownOfDeal } from "./deal.js";
import { DirectorCall, showCall } from "./director-call.js";
import { firstDealerPage } from "./first-dealer.js";
import { doneCount, isDone, isGuided } from "./form-lookup.js";
import { FormPhoto } from "./form-photo.js";
import { FormStore } from "./form-store.js";
import { followNews, showNews } from "./news.js";
import { button, heading, hideRingsOfTaps, para, show } from "./page-parts.js";
import { offerPaper } from "./paper.js";
import { areForOffice, endPage, problemsLeft, standingPage } from "./round-end.js";
import { isClosed, showSign } from "./save-sign.js";
import { knownTotal } from "./score-table.js";
import { watchForSecond } from "./second-laptop.js";
import { changeLanguage, otherLanguage, speak, word } from "./words.js";

const POLL = 15_000; // milliseconds between two requests for the state of a handed-in form
// The codes of refusals with which nothing can be typed.
const STOPS = new Set(["unknown", "off", "early", "reseated"]);

const store = new FormStore((what) => (what === "all" ? render() : refresh()));
const call = new DirectorCall(store.key, showCallOfTable);
const photo = new FormPhoto(store.key);

function render() {
  showHead();
  showNews();
  showSign(store);
  showCallOfTable();
  show(currentPage());
  stayAwake();
}

function showCallOfTable() {
  const { record, trouble } = store;
  showCall(call, Boolean(record) && !record.data.closed && !STOPS.has(trouble?.code));
}

function showHead() {
  const { data } = store.record ?? {};
  const place = byId("place");
  place.querySelector("span")?.remove();
  if (data) {
    const table = make("b", {}, word("table", { number: data.table }));
    place.append(make("span", {}, table, ` · ${word("round", { number: data.round })}`));
  }
  showLanguageButton();
}

function showLanguageButton() {
  const { code, name } = otherLanguage();
  const change = byId("language");
  change.hidden = false;
  change.lang = code;
  change.textContent = name;
  change.onclick = () => {
    changeLanguage(code);
    render();
  };
}

function currentPage() {
  const { record, trouble, conflict } = store;
  if (!store.key) return message("scan");
  if (trouble && (STOPS.has(trouble.code) || !record)) return refusalPage(trouble);
  if (!record) return store.isAway ? [...message("away"), againButton()] : waitPage();
  if (conflict) return twoPhonesPage(conflict);
  if (record.standing === "open") return formPage(record);
  return standingPage(store);
}

function formPage(record) {
  const { data, cells } = record;
  // A table that writes on paper has only this page.
  if (data.firstDealer && !cells[data.firstDealer])
    return [...firstDealerPage(store, render), photo.section()];
  if (record.at < 0) record.at = firstOpenDeal(data, cells);
  if (record.at >= data.rows.length || record.isOver)
    return [...endPage(store, render), photo.section()];
  return dealPage(store, render);
}

// A deal of a form without an order is open as long as it is empty.
function firstOpenDeal(data, cells) {
  const isIn = (row, path) => path.startsWith(`${row.path}.`);
  const isUntouched = (row) => !Object.keys(cells).some((path) => cells[path] && isIn(row, path));
  const isOpen = isGuided(data) ? (row) => !isDone(data, row, cells) : isUntouched;
  const index = data.rows.findIndex(isOpen);
  return index < 0 ? data.rows.length : index;
}

const message = (name) => [heading(word(name)), para(word(`${name}Help`))];
const waitPage = () => [para(word("wait"), "soft")];
const againButton = () => button(word("again"), () => store.open(), { class: "big" });

function refusalPage({ code, message: text }) {
  if (code === "early") return [heading(word("early")), para(text), para(word("earlyHelp"))];
  return [heading(word("sorry")), para(text), againButton()];
}

function twoPhonesPage({ known }) {
  const { data, cells } = store.record;
  const choice = (name, number, isMine) =>
    button(word(name, { number }), () => store.choose(isMine), { class: "big secondary" });
  return [
    ...message("conflict"),
    choice("mine", doneCount(data, cells), true),
    choice("theirs", known.done, false),
  ];
}

// The server's scores come later than a tap: the parts of the page with scores are updated then.
function refresh() {
  showSign(store);
  const main = byId("content");
  if (main.querySelector(".phone-totals")) show(currentPage());
  main.querySelector("[data-known]")?.replaceChildren(...knownOfDeal(store));
  for (const cell of findAll("td[data-seat]", main))
    cell.textContent = knownTotal(store, Number(cell.dataset.seat));
}

// The screen stays on while a deal is being played, if the browser can do that.
let lock = null;
async function stayAwake() {
  const isPlaying = store.record?.standing === "open" && !document.hidden;
  if (!isPlaying) {
    await lock?.release?.();
    return;
  }
  if (lock || !navigator.wakeLock) return;
  lock = navigator.wakeLock; // set before the answer, so that it is not requested twice
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", () => {
    lock = null;
  });
}

// The director may decide about a handed-in form, start the round, or reopen it.
function askForDecision() {
  const isHandedIn = ["handed-in", "differs"].includes(store.record?.standing);
  const isEarly = store.trouble?.code === "early";
  const isWaiting = isEarly || isHandedIn || areForOffice(problemsLeft(store)) || isClosed(store);
  if (isWaiting && !document.hidden) store.open();
}

document.addEventListener("visibilitychange", stayAwake);
hideRingsOfTaps();
speak();
render();
runCountdowns();
store.open().then(() => followNews(store, call, render));
call.push();
offerPaper(store.key);
watchForSecond(store);
setInterval(askForDecision, POLL);
// Without the worker, the page needs a network to open.
navigator.serviceWorker?.register("worker.js").catch(() => {});
