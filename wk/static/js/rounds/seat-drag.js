// A draw is changed by hand. A player is dragged by his handle to another player or to a free seat.
// With keys, Enter picks the player up, arrows move him, and Enter puts him down. The lists of the
// page can do the same without this script.

import { byId } from "../core/elements.js";
import { hasModifier } from "../core/keys.js";
import { handleByKey, isArrow } from "./drag-keys.js";
import { isEndOfDrag, listenToPointer } from "./drag-pointer.js";
import {
  confirm,
  drop,
  goOver,
  isCarrying,
  pickUp,
  prepare,
  putDown,
  send,
} from "./seat-change.js";
import {
  handleOfFreeSeat,
  handleOfPlayer,
  setTabHandle,
  settings,
  tabHandle,
} from "./seat-handles.js";

const main = byId("content");

function goByKey(event) {
  const handle = event.target.closest?.(".handle");
  const next = handle && handleByKey(handle, event);
  if (!handle || (!next && !isArrow(event))) return;
  event.preventDefault();
  if (!next) return;
  setTabHandle(next);
  next.focus();
  goOver(next);
}

document.addEventListener("keydown", (event) => {
  if (!settings() || hasModifier(event)) return;
  if (event.key !== "Escape" || !isCarrying()) {
    goByKey(event);
    return;
  }
  event.preventDefault();
  drop();
});

function clickHandle(handle) {
  if (isCarrying()) putDown(handle);
  else pickUp(handle);
  setTabHandle(handle);
}

const buttons = {
  "hand-do": confirm,
  "hand-drop": drop,
  "hand-undo": () => main.querySelector(".hand-undo").requestSubmit(),
};
main.addEventListener("click", ({ target }) => {
  if (!settings() || isEndOfDrag()) return;
  const handle = target.closest(".handle");
  if (handle) clickHandle(handle);
  else buttons[target.id]?.();
});

// A change from the lists shows its impact first too, unless the page shows no handle of it.
function showFromLists({ player, other, table }) {
  const from = handleOfPlayer(player.value);
  const to = other ? handleOfPlayer(other.value) : handleOfFreeSeat(table.value);
  if (!from || !to || from === to) return false;
  drop();
  pickUp(from);
  goOver(to, 0);
  return true;
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches(".swap")) {
    if (showFromLists(form.elements)) event.preventDefault();
  } else if (form.matches(".hand-undo")) {
    event.preventDefault();
    send(form, tabHandle()?.dataset.player ?? "");
  }
});

listenToPointer(main);
prepare();
