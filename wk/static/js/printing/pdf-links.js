// A link or a button to a PDF says that it is being made, until the PDF is there or the page that tells
// how far it is, and then that it is there: a browser may keep it without a word. Without this script
// they are a link and a button like any other.

import { hasModifier } from "../core/keys.js";

// The addresses of wk/printing that make a PDF: not the list of papers, and not the page of the logo.
const LINKS = 'a[href*="/print/"]:not([href$="/print/"], [href$="/print/logo/"])';
const UNTIL_LEFT = 1500; // milliseconds that the browser has to leave the page, or to keep the file

const FORMS = 'form[method=get][action*="/print/"]';

const words = new Map(); // those of each link or button whose PDF is being made

function release(pressed) {
  if (!words.has(pressed)) return;
  pressed.textContent = words.get(pressed);
  pressed.removeAttribute("aria-busy");
  words.delete(pressed);
}

// Still on this page after that: the browser opened the PDF elsewhere, or keeps it.
function tellMade(pressed) {
  if (!words.has(pressed)) return;
  release(pressed);
  const { made } = document.body.dataset;
  document.querySelector(".pdf-made")?.remove();
  const told = document.createElement("p");
  told.className = "pdf-made soft";
  told.role = "status";
  told.textContent = made;
  pressed.after(told);
}

function showMaking(pressed) {
  words.set(pressed, pressed.textContent);
  pressed.textContent = document.body.dataset.making;
  pressed.setAttribute("aria-busy", "true");
}

// The server answers when the PDF is there, or after a moment with the address of its page. The PDF is
// kept, so that asking for it after that takes no time.
async function follow(pressed, asked) {
  showMaking(pressed);
  let address = asked;
  try {
    const { redirected, url } = await fetch(address, { method: "HEAD" });
    if (redirected) address = url;
  } catch {
    // The browser then tells what is wrong.
  }
  location.assign(address);
  setTimeout(tellMade, UNTIL_LEFT, pressed);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(LINKS);
  const isOther = !link || link.target || event.button || hasModifier(event) || event.shiftKey;
  if (isOther || event.defaultPrevented) return;
  event.preventDefault();
  if (!words.has(link)) follow(link, link.href);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches(FORMS)) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button");
  const asked = new URLSearchParams(new FormData(form));
  if (!words.has(button)) follow(button, `${form.action}?${asked}`);
});
// Back on the page, as the browser kept it.
window.addEventListener("pageshow", () => [...words.keys()].forEach(release));
