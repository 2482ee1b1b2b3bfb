// Changing a draw by hand, beside the lists on the page that do the same: a player is dragged by his
// handle to another player or to a free place; or picked up with Enter, taken along with the arrows
// and put down with Enter. The server says what it costs before anything changes, and changes it.
"use strict";

(() => {
  const PAUSE = 150; // milliseconds at a place before it is asked what that costs
  const FAR = 6; // pixels: from here on it is a drag and not a tap
  const EDGE = 70; // pixels from the edge of the window where the page goes along
  const byId = (id) => document.getElementById(id);
  const main = byId("content");
  const fill = (text, words) => text.replace(/\{(\w+)\}/g, (_all, name) => words[name]);

  // What is told to who cannot see it stays when the page around it is renewed.
  const told = document.createElement("p");
  told.className = "visually-hidden";
  told.setAttribute("role", "status");
  document.body.append(told);

  let hand = null;
  let carried = null; // the handle of the player who is picked up
  let over = null; // the handle that he would be put down at
  let priced = null; // the handle of which the cost is on the page
  let timer = 0;
  let asking = null;

  const say = (text) => { told.textContent = text; };
  const word = (name, words = {}) => fill(hand.dataset[name], words);

  // One handle a player, made here: without this script it would do nothing.
  const numberOf = (item) => item.querySelector(".no").textContent.trim();
  const tableOf = (item) => item.closest(".table-card")?.id.replace("table-", "") ?? "";
  const sizeOf = (card) => card.querySelectorAll(".seats > li:not(.free-place)").length;
  const handle = (label, dataset) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "handle";
    button.tabIndex = -1;
    button.setAttribute("aria-label", label);
    Object.assign(button.dataset, dataset);
    return button;
  };
  const placeOf = (item) => {
    const table = tableOf(item);
    const seat = [...item.parentElement.children].indexOf(item) + 1;
    return table ? `${word("table", { table })}, ${seat}` : item.parentElement.getAttribute("aria-label");
  };
  const prepare = () => {
    hand = byId("hand");
    carried = over = priced = null;
    main.classList.remove("carrying");
    if (!hand) return;
    hand.hidden = false;
    const sizes = hand.dataset.sizes.split(" ").map(Number);
    for (const item of main.querySelectorAll(".seats > li")) {
      const who = `${numberOf(item)} ${item.querySelector("a").textContent.trim()}`;
      item.append(handle(word("move", { who, place: placeOf(item) }), { player: numberOf(item), who, table: tableOf(item) }));
    }
    for (const card of main.querySelectorAll(".table-card")) {
      if (!sizes.includes(sizeOf(card) + 1)) continue;
      const table = tableOf(card);
      const item = document.createElement("li");
      item.className = "free-place";
      const label = word("free", { table });
      const words = document.createElement("span");
      words.textContent = label;
      item.append(words, handle(label, { table }));
      card.querySelector(".seats").append(item);
    }
    rove(main.querySelector(".table-card .handle"));
  };
  const handles = () => [...main.querySelectorAll(".handle")].filter((each) => each.offsetParent !== null);
  const rove = (to) => {
    for (const each of main.querySelectorAll(".handle[tabindex='0']")) each.tabIndex = -1;
    if (to) to.tabIndex = 0;
  };

  // Who is picked up may go where both tables keep as many players as the game allows.
  const showFree = () => {
    const sizes = hand.dataset.sizes.split(" ").map(Number);
    const own = carried.closest(".table-card");
    const canLeave = !own || sizes.includes(sizeOf(own) - 1);
    for (const item of main.querySelectorAll(".free-place"))
      item.hidden = !canLeave || item.closest(".table-card") === own;
  };
  const bar = (html, { isCost = false, canUndo = false } = {}) => {
    byId("hand-cost").innerHTML = html;
    byId("hand-bar").hidden = !html;
    byId("hand-do").hidden = !isCost;
    byId("hand-drop").hidden = !carried;
    byId("hand-undo").hidden = !canUndo;
  };
  const plain = (text, warning) => {
    const p = document.createElement("p");
    if (warning) {
      const sign = document.createElement("span");
      sign.className = "badge problem";
      sign.textContent = `${warning}:`;
      p.append(sign, " ");
    }
    p.append(text);
    return p.outerHTML;
  };
  const tell = (text, { warning = "", ...more } = {}) => {
    bar(text && plain(text, warning), more);
    say(warning ? `${warning}: ${text}` : text);
  };

  const pickUp = (grip) => {
    if (!grip.dataset.player) return;
    carried = grip;
    grip.setAttribute("aria-pressed", "true");
    grip.closest("li").classList.add("carried");
    main.classList.add("carrying");
    showFree();
    tell(word("picked", { who: grip.dataset.who }));
  };
  const forget = () => {
    clearTimeout(timer);
    asking?.abort();
    over?.closest("li").classList.remove("over");
    over = priced = null;
    byId("hand-do").hidden = true;
  };
  const drop = () => {
    if (!carried) return;
    forget();
    carried.removeAttribute("aria-pressed");
    carried.closest("li").classList.remove("carried");
    main.classList.remove("carrying");
    rove(carried);
    if (document.activeElement?.matches(".handle, #hand-bar *")) carried.focus();
    carried = null;
    bar("");
    say(word("dropped"));
  };

  const question = (grip) => {
    const { player, table } = grip.dataset;
    const asked = { player: carried.dataset.player, seen: byId("hand-form").elements.seen.value };
    return player ? { ...asked, other: player } : { ...asked, table };
  };
  const goOver = (grip, pause = PAUSE) => {
    if (!carried || grip === over) return;
    forget();
    if (!grip || grip === carried) return;
    over = grip;
    grip.closest("li").classList.add("over");
    timer = setTimeout(() => ask(grip), pause);
  };
  const ask = async (grip) => {
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(`${hand.dataset.cost}?${new URLSearchParams(question(grip))}`, { signal });
      const html = await answer.text();
      if (over !== grip) return;
      const canBe = answer.ok && !answer.redirected;
      if (!canBe && answer.status !== 409) throw new Error(answer.status);
      priced = canBe ? grip : null;
      bar(html, { isCost: canBe });
      if (canBe && document.activeElement.closest(".swap")) byId("hand-do").focus();
      say(byId("hand-cost").textContent);
    } catch {
      if (!signal.aborted) tell(word("away"));
    }
  };

  // Put down where the cost is known; else that is shown first, and then it is done or left.
  const putDown = (grip) => {
    if (!grip || grip === carried) drop();
    else if (priced === grip) make();
    else goOver(grip, 0);
  };
  const make = () => {
    const form = byId("hand-form");
    const asked = question(priced);
    for (const name of ["player", "other", "table"]) form.elements[name].value = asked[name] ?? "";
    send(form, asked.player);
  };
  // The page as it is after a change takes the place of this one; who was moved keeps his height.
  const send = async (form, player) => {
    const heightOf = () => main.querySelector(`.handle[data-player="${player}"]`)?.getBoundingClientRect().top ?? 0;
    const before = heightOf();
    let text;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (!answer.ok) throw new Error(answer.status);
      if (new URL(answer.url).pathname !== location.pathname) { location.href = answer.url; return; }
      text = await answer.text();
    } catch { tell(word("away")); return; }
    const page = new DOMParser().parseFromString(text, "text/html");
    main.replaceChildren(...page.getElementById("content").childNodes);
    htmx.process(main);
    prepare();
    const moved = main.querySelector(`.handle[data-player="${player}"]`);
    const message = main.querySelector("#messages .message");
    const isWarning = message?.matches(".warning, .error"); // a must that is broken now, as was shown before
    if (hand) tell(message?.lastChild.textContent.trim() ?? "", {
      warning: isWarning ? message.querySelector("strong").textContent : "",
      canUndo: Boolean(main.querySelector(".hand-undo")),
    });
    if (moved) {
      rove(moved);
      moved.focus({ preventScroll: true });
      const { top } = moved.getBoundingClientRect();
      if (before && before !== top && top > 0) window.scrollBy({ top: top - before, behavior: "instant" });
      moved.scrollIntoView({ block: "nearest", behavior: "instant" });
    }
  };

  // Keys: an arrow goes to the nearest place that way; a number to that table.
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (grip) => {
    const { left, top, width, height } = grip.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const beside = (grip, [dx, dy]) => {
    const [x, y] = middle(grip);
    let best = null;
    let least = Infinity;
    for (const each of handles()) {
      const [a, b] = middle(each);
      const ahead = (a - x) * dx + (b - y) * dy;
      const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (ahead < 8 || (dy && aside > 40)) continue;
      const far = ahead + 3 * aside;
      if (far < least) [best, least] = [each, far];
    }
    return best;
  };
  let typed = "";
  let typedAt = 0;
  const goToTable = (digit, at) => {
    typed = at - typedAt < 1000 ? typed + digit : digit;
    typedAt = at;
    return handles().find((each) => each.dataset.table === typed);
  };
  document.addEventListener("keydown", (event) => {
    if (!hand || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && carried) { event.preventDefault(); drop(); return; }
    const grip = event.target.closest?.(".handle");
    if (!grip) return;
    const to = ARROWS[event.key] ? beside(grip, ARROWS[event.key])
      : /^\d$/.test(event.key) ? goToTable(event.key, event.timeStamp) : null;
    if (!to && !ARROWS[event.key]) return;
    event.preventDefault();
    if (!to) return;
    rove(to);
    to.focus();
    goOver(to);
  });

  // The pointer, a finger too: a drag from a handle, else a tap, which is a click.
  let drag = null;
  let ghost = null;
  const overAt = (x, y) => document.elementFromPoint(x, y)?.closest(".seats > li")?.querySelector(".handle") ?? null;
  const goAlong = () => {
    if (!ghost) return;
    const { x, y } = drag;
    const end = Math.min(byId("hand-bar").getBoundingClientRect().top, innerHeight) - EDGE;
    const step = y < EDGE ? y - EDGE : y > end ? y - end : 0;
    if (step) {
      window.scrollBy({ top: step / 4, behavior: "instant" });
      goOver(overAt(x, y));
    }
    requestAnimationFrame(goAlong);
  };
  main.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".handle[data-player]");
    if (!grip || event.button !== 0 || carried) return;
    drag = { grip, id: event.pointerId, from: [event.clientX, event.clientY], x: 0, y: 0 };
    grip.setPointerCapture(event.pointerId);
  });
  main.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    [drag.x, drag.y] = [event.clientX, event.clientY];
    if (!ghost) {
      if (Math.hypot(drag.x - drag.from[0], drag.y - drag.from[1]) < FAR) return;
      pickUp(drag.grip);
      ghost = document.createElement("div");
      ghost.className = "hand-ghost";
      ghost.textContent = drag.grip.dataset.who;
      document.body.append(ghost);
      requestAnimationFrame(goAlong);
    }
    const left = Math.max(8, Math.min(drag.x + 12, innerWidth - ghost.offsetWidth - 8));
    ghost.style.transform = `translate(${left}px, ${drag.y - ghost.offsetHeight - 12}px)`;
    goOver(overAt(drag.x, drag.y));
  });
  const letGo = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const wasDragged = Boolean(ghost);
    ghost?.remove();
    ghost = drag = null;
    if (!wasDragged) return;
    wasDrag = true;
    setTimeout(() => { wasDrag = false; }); // the click that a drag may end with
    if (event.type === "pointerup") putDown(over);
    else drop();
  };
  let wasDrag = false;
  main.addEventListener("pointerup", letGo);
  main.addEventListener("pointercancel", letGo);
  main.addEventListener("click", ({ target }) => {
    if (!hand || wasDrag) return;
    const grip = target.closest(".handle");
    if (grip && !carried) pickUp(grip);
    else if (grip) putDown(grip);
    else if (target.id === "hand-do" && priced) make();
    else if (target.id === "hand-drop") drop();
    else if (target.id === "hand-undo") main.querySelector(".hand-undo").requestSubmit();
    if (grip) rove(grip);
  });
  // From the lists the cost is shown first too; who is not in sight changes places at once.
  const fromLists = (form) => {
    const { player, other, table } = form.elements;
    const grip = main.querySelector(`.handle[data-player="${player.value}"]`);
    const to = other ? `[data-player="${other.value}"]` : `[data-table="${table.value}"]:not([data-player])`;
    const place = main.querySelector(`.handle${to}`);
    if (!grip || !place || grip === place) return false;
    drop();
    pickUp(grip);
    goOver(place, 0);
    return true;
  };
  main.addEventListener("submit", (event) => {
    if (event.target.matches(".swap")) {
      if (fromLists(event.target)) event.preventDefault();
      return;
    }
    if (!event.target.matches(".hand-undo")) return;
    event.preventDefault();
    send(event.target, main.querySelector(".handle[tabindex='0']")?.dataset.player ?? "");
  });

  prepare();
})();
