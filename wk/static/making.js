// Making a PDF takes seconds, and the browser shows little of that: the page says it until the
// answer is there, whether that opens here or in another tab, or is kept as a file. The server tells
// with a cookie of the file's name, new with each answer: wk/printing/views.py. The links are plain
// ones, so that names, reloading and the middle button stay as they are.
"use strict";

const LOOK = 250; // ms between two looks at the cookie
const AGAIN = 15_000; // ms that a second press waits for the first
const LONGEST = 120_000; // ms: then something else happened to it

let making = null; // the link, what its cookie was, when it was pressed, and what looks

const cookieOf = (link) => {
  const name = `${link.pathname.split("/").pop()}=`;
  return document.cookie.split("; ").find((each) => each.startsWith(name));
};
const say = (text) => { document.getElementById("making").textContent = text; };
const passed = () => performance.now() - making.since;

const end = () => {
  clearInterval(making?.timer);
  making = null;
  say("");
};
const look = () => {
  const { link, before } = making;
  if (cookieOf(link) !== before || passed() > LONGEST) end();
};
const begin = (link) => {
  clearInterval(making?.timer);
  making = { link, before: cookieOf(link), since: performance.now(), timer: setInterval(look, LOOK) };
  say(link.dataset.making);
};

const pressed = (event) => {
  const link = event.target.closest("a[data-making]");
  if (!link || event.button > 1) return; // the right button only opens a menu
  if (making?.link === link && passed() < AGAIN) event.preventDefault(); // it is coming
  else begin(link);
};
document.addEventListener("click", pressed);
document.addEventListener("auxclick", pressed);
document.addEventListener("keydown", (event) => {
  if (making && event.key === "Escape") end(); // which stops it in the browser as well
});
window.addEventListener("pageshow", end); // back from the PDF
