// Making a PDF takes seconds, and the browser shows little of that. So the page shows a text until
// the PDF has come, in this tab, in another one or as a download. A page cannot see that by itself:
// the server sets a cookie with the name of the file, and with a new value for each answer. The
// links stay plain links, so that names, reloading and the middle button work as usual.

import { announce, byId } from "../core/elements.js";

const LOOK = 250; // milliseconds between two looks at the cookie
const AGAIN = 15_000; // milliseconds during which a second press of the link does nothing
const LONGEST = 120_000; // milliseconds: after that the PDF is not expected any more

let making = null; // the link, its cookie before the press, the moment of the press, the interval

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
  if (making && event.key === "Escape") end(); // Escape stops the request of the browser as well
});
window.addEventListener("pageshow", end); // back from the PDF
