// To make a PDF takes seconds, and the browser shows little of that: the page says it until the
// answer is there, whether that opens here or in another tab, or is kept as a file. The server
// tells with a cookie of the file's name, new with each answer. The links are plain ones, so that
// names, reloading and the middle button stay as they are.

import { announce, byId } from "../core/elements.js";

const LOOK = 250; // milliseconds between two looks at the cookie
const AGAIN = 15_000; // milliseconds that a second press waits for the first
const LONGEST = 120_000; // milliseconds: then something else happened to it

let making = null; // the link, its cookie before it was pressed, when that was, and the interval

const passed = () => performance.now() - making.since;
const say = (text) => announce(byId("making"), text);

function cookieOf(link) {
  const name = `${link.pathname.split("/").pop()}=`;
  return document.cookie.split("; ").find((each) => each.startsWith(name));
}

function end() {
  clearInterval(making?.interval);
  making = null;
  say("");
}

function look() {
  if (cookieOf(making.link) !== making.before || passed() > LONGEST) end();
}

function begin(link) {
  clearInterval(making?.interval);
  const interval = setInterval(look, LOOK);
  making = { link, before: cookieOf(link), since: performance.now(), interval };
  say(link.dataset.making);
}

function pressed(event) {
  const link = event.target.closest("a[data-making]");
  if (!link || event.button > 1) return; // the right button only opens a menu
  const isComing = making?.link === link && passed() < AGAIN;
  if (isComing) event.preventDefault();
  else begin(link);
}

document.addEventListener("click", pressed);
document.addEventListener("auxclick", pressed);
document.addEventListener("keydown", (event) => {
  if (making && event.key === "Escape") end(); // which stops it in the browser as well
});
window.addEventListener("pageshow", end); // back from the PDF
