// Dragging a player by his handle, with a mouse or a finger. A short touch is a click and no drag:
// `seat-drag.js` listens to clicks.

import { byId, make } from "../core/elements.js";
import { goOver, handleBelow, isCarrying, pickUp, putDown } from "./seat-change.js";

const FAR = 6; // pixels: a movement of this distance makes it a drag
const EDGE = 70; // pixels: this near to the edge of the window the page scrolls
const MARGIN = 8; // pixels between the name below the pointer and the window's sides
const BESIDE = 12; // pixels between that name and the pointer

let drag = null; // the handle, the pointer, where it began and where it is
let ghost = null; // the name of the player, below the pointer
let wasDragged = false;

/** Return whether a click is only the end of a drag. */
export const isEndOfDrag = () => wasDragged;

const handleAt = (x, y) =>
  document.elementFromPoint(x, y)?.closest(".seats > li")?.querySelector(".handle") ?? null;

// The distance in pixels by which the pointer is too near to an edge; negative at the top.
function beyondEdge(y) {
  const end = Math.min(byId("hand-bar").getBoundingClientRect().top, innerHeight) - EDGE;
  if (y < EDGE) return y - EDGE;
  return y > end ? y - end : 0;
}

function scrollAlong() {
  if (!ghost) return;
  const { x, y } = drag;
  const beyond = beyondEdge(y);
  if (beyond) {
    window.scrollBy({ top: beyond / 4, behavior: "instant" });
    goOver(handleAt(x, y));
  }
  requestAnimationFrame(scrollAlong);
}

function begin(handle) {
  pickUp(handle);
  ghost = make("div", { class: "hand-ghost" }, handle.dataset.who);
  document.body.append(ghost);
  requestAnimationFrame(scrollAlong);
}

function moveGhost({ x, y }) {
  const left = Math.max(MARGIN, Math.min(x + BESIDE, innerWidth - ghost.offsetWidth - MARGIN));
  ghost.style.transform = `translate(${left}px, ${y - ghost.offsetHeight - BESIDE}px)`;
}

function pressed(event) {
  const handle = event.target.closest(".handle[data-player]");
  if (!handle || event.button !== 0 || isCarrying()) return;
  const from = [event.clientX, event.clientY];
  drag = { handle, pointer: event.pointerId, from, x: 0, y: 0 };
  handle.setPointerCapture(event.pointerId);
}

function moved(event) {
  if (event.pointerId !== drag?.pointer) return;
  [drag.x, drag.y] = [event.clientX, event.clientY];
  const far = Math.hypot(drag.x - drag.from[0], drag.y - drag.from[1]);
  if (!ghost && far < FAR) return;
  if (!ghost) begin(drag.handle);
  moveGhost(drag);
  goOver(handleAt(drag.x, drag.y));
}

function released(event) {
  if (event.pointerId !== drag?.pointer) return;
  const isDrag = ghost !== null;
  ghost?.remove();
  ghost = drag = null;
  if (!isDrag) return;
  wasDragged = true;
  setTimeout(() => {
    wasDragged = false;
  }); // the click that a drag may end with comes before
  putDown(event.type === "pointerup" ? handleBelow() : null);
}

/** Let players be dragged within `main`. */
export function listenToPointer(main) {
  main.addEventListener("pointerdown", pressed);
  main.addEventListener("pointermove", moved);
  main.addEventListener("pointerup", released);
  main.addEventListener("pointercancel", released);
}
