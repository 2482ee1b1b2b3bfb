// The page of the login, opened with the QR code of a slip: name and code are in the fragment of the
// address. They are filled in, and one button logs in; opening the address alone logs nobody in.

const form = document.querySelector("[data-login]");

/** Show the parts of the page for somebody with a slip, or those for typing. */
function show(hasSlip) {
  for (const part of document.querySelectorAll("[data-slip]")) part.hidden = !hasSlip;
  for (const part of document.querySelectorAll("[data-typed]")) part.hidden = hasSlip;
}

/** Take name and code out of the address, also for the history of the browser. */
function takeSlip() {
  const slip = new URLSearchParams(location.hash.slice(1));
  const [name, code] = [slip.get("name"), slip.get("code")];
  if (!(name && code)) return;
  history.replaceState(null, "", location.pathname + location.search);
  form.elements.username.value = name;
  form.elements.password.value = code;
  for (const place of document.querySelectorAll("[data-name]")) place.textContent = name;
  show(true);
  form.querySelector("button").focus();
}

document.querySelector("[data-not-me]").addEventListener("click", () => {
  form.reset();
  show(false);
});
window.addEventListener("hashchange", takeSlip);
takeSlip();
