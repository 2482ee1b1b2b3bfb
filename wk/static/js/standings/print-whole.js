// A long list has several pages on the screen, and is printed whole: before the browser makes its
// paper, the rows of all pages take the place of those that are shown, and go again after it. The
// browser waits for no promise then, so this one request is a waiting one.

import { byId } from "../core/elements.js";

let shown = null; // the table of the screen while the whole one is printed

function wholeTable() {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", byId("whole").href, false);
    request.send();
  } catch {
    return null; // no network: what is shown is printed, and says which part it is
  }
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  return request.status === 200 ? page.querySelector("#standings table") : null;
}

window.addEventListener("beforeprint", () => {
  const whole = shown ? null : wholeTable();
  if (!whole) return;
  shown = document.querySelector("#standings table");
  shown.replaceWith(document.importNode(whole, true));
  byId("part").hidden = true;
});

window.addEventListener("afterprint", () => {
  if (!shown) return;
  document.querySelector("#standings table").replaceWith(shown);
  shown = null;
  byId("part").hidden = false;
});
