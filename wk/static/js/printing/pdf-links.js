// A link to a PDF says that it is being made, until the PDF is there or the page that tells how far
// it is. Without this script it is a link like any other.

import { hasModifier } from "../core/keys.js";

// The addresses of wk/printing that make a PDF: not the list of papers, and not the page of the logo.
const LINKS = 'a[href*="/print/"]:not([href$="/print/"], [href$="/print/logo/"])';
const UNTIL_LEFT = 1500; // milliseconds that the browser has to leave the page, or to keep the file

const words = new Map(); // those of each link whose PDF is being made

function release(link) {
  if (!words.has(link)) return;
  link.textContent = words.get(link);
  link.removeAttribute("aria-busy");
  words.delete(link);
}

function showMaking(link) {
  words.set(link, link.textContent);
  link.textContent = document.body.dataset.making;
  link.setAttribute("aria-busy", "true");
}

// The server answers when the PDF is there, or after a moment with the address of its page. The PDF is
// kept, so that asking for it after that takes no time.
async function follow(link) {
  showMaking(link);
  let address = link.href;
  try {
    const { redirected, url } = await fetch(address, { method: "HEAD" });
    if (redirected) address = url;
  } catch {
    // The browser then tells what is wrong.
  }
  location.assign(address);
  setTimeout(release, UNTIL_LEFT, link);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(LINKS);
  const isOther = !link || link.target || event.button || hasModifier(event) || event.shiftKey;
  if (isOther || event.defaultPrevented) return;
  event.preventDefault();
  if (!words.has(link)) follow(link);
});
// Back on the page, as the browser kept it.
window.addEventListener("pageshow", () => [...words.keys()].forEach(release));
