// A button that was pressed shows it at once, and its form takes no second press until the answer is
// there. The server does once what is sent twice: this saves people the doubt, and the message.

const LONGEST = 20_000; // milliseconds: a request that takes longer may have been stopped

const contents = new WeakMap(); // of each form: what its last press sent
const released = new Map(); // of each form whose answer is on the way: the timer that gives it up

/** Show that a button was pressed, before its form is sent. */
export const showPressed = (button) => button?.setAttribute("aria-busy", "true");

/** Show that a button may be pressed again, as its form was not sent after all. */
export const showReleased = (button) => button?.removeAttribute("aria-busy");

function contentOf(form, button) {
  const fields = [...new FormData(form)].map(([name, value]) => [name, value.name ?? value]);
  return JSON.stringify([fields, button?.name, button?.value]);
}

// Enter in a field presses the first button, which the event names as well.
function press(form, button) {
  showPressed(button);
  clearTimeout(released.get(form));
  released.set(
    form,
    setTimeout(() => release(form), LONGEST),
  );
}

function release(form) {
  clearTimeout(released.get(form));
  released.delete(form);
  for (const button of form.elements ?? [form]) button.removeAttribute("aria-busy");
}

// Before all others: a form that htmx sends may be sent again with other content, as a scanner does.
function stopSecondPress(event) {
  const form = event.target;
  const content = contentOf(form, event.submitter);
  const isRepeat = !form.hasAttribute("hx-post") || contents.get(form) === content;
  if (released.has(form) && isRepeat) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  contents.set(form, content);
}

// After all others: a script that took the press over sends the form itself.
function sendPage(event) {
  const form = event.target;
  const isPlain = form.method === "post" && !form.target;
  if (isPlain && !event.defaultPrevented) press(form, event.submitter);
}

const isPress = ({ elt, requestConfig }) =>
  requestConfig.verb === "post" && elt.matches("form, button");

document.addEventListener("submit", stopSecondPress, { capture: true });
window.addEventListener("submit", sendPage);
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const { elt, requestConfig } = detail;
  if (!isPress(detail)) return;
  press(elt, elt.matches("button") ? elt : requestConfig.triggeringEvent?.submitter);
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (isPress(detail)) release(detail.elt);
});
// Back on the page, from its cache or not: what was pressed has been answered.
window.addEventListener("pageshow", () => {
  for (const form of [...released.keys()]) release(form);
});
