// The keys of the page, behind a question mark. The key ? shows and hides them, and Escape hides them.

import { byId } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";

const help = byId("key-help");

const isSentence = (place) => place.matches("input.sentence, [name=reason]");

// It comes before the other keys of the page: Escape would leave the form.
function turn(event) {
  if (hasModifier(event)) return;
  const isHidden = event.key === "Escape" && help.open;
  if (!isHidden && (event.key !== "?" || isSentence(event.target))) return;
  event.preventDefault();
  event.stopPropagation();
  help.open = !isHidden && !help.open;
}

/** Show and hide the keys of the page by a key; a click elsewhere hides them too. */
export function offerKeyHelp() {
  document.addEventListener("keydown", turn, { capture: true });
  document.addEventListener("click", ({ target }) => {
    if (!help.contains(target)) help.open = false;
  });
}
