// Typing a score form with keys only. What is right and what it is worth the server says:
// each change asks it, and this script only walks between cells and marks what the answer names.
"use strict";

(() => {
  const form = document.getElementById("score-form");
  if (!form) return;
  const all = (selector, root = form) => [...root.querySelectorAll(selector)];
  const inside = (root) => all("input:not([type=hidden]), select", root);
  const handIn = form.querySelector("button[value=count]");
  let timer = 0;

  // The cells as they are now: the server adds rows when the last ones are filled.
  const rows = () => all("tbody tr[data-path]");
  const grid = () => rows().map(inside);
  const tail = () => all(".tail").flatMap(inside);
  const cells = () => [...grid().flat(), ...tail()];
  const head = all(".head-cells").flatMap(inside);
  const paper = all(".on-paper").flatMap(inside); // the totals that were added up by hand

  const go = (cell) => { if (cell) { cell.focus(); cell.select?.(); } };
  const step = (cell, by, list = cells()) => go(list[list.indexOf(cell) + by]);
  const isBox = (cell) => cell.type === "checkbox";
  const isEmpty = (cell) => (isBox(cell) ? !cell.checked : cell.value === "");
  const isFilled = (cell) => cell.classList.contains("filled"); // by this page, not by the clerk

  // The cells of a row that add up to a known total, as long as no letter stands for a number.
  const sumsOf = (row) => (row?.dataset.sums?.split(";") ?? []).map((sum) => {
    const [total, ...paths] = sum.split(" ");
    return { total: Number(total), group: paths.map((path) => form.elements[path]) };
  });
  const isMark = (text) => [...form.dataset.marks].includes(text.toUpperCase());
  // What the others of a sum leave for a cell: null while that is not known, NaN for nothing.
  const leftFor = (cell, { total, group }) => {
    const others = group.filter((other) => other !== cell).map(({ value }) => value.trim());
    if (others.some((text) => text === "" || isMark(text))) return null;
    const left = others.reduce((rest, text) => rest - (/^\d+$/.test(text) ? Number(text) : NaN), total);
    return left >= 0 && left <= Number(cell.dataset.most) ? left : NaN;
  };
  // One wrong number may leave nothing for the last: it stays empty, to be gone back to, and what
  // is typed goes on where it would have gone on.
  const isBlocked = (cell) => isEmpty(cell) && sumsOf(cell.closest("tr"))
    .some((sum) => sum.group.includes(cell) && Number.isNaN(leftFor(cell, sum)));

  // A box at the head of a row is for the deal that was not played: writing begins after it, and
  // once it is crossed there is nothing more to write.
  const start = (line) => line.find((cell) => !isBox(cell)) ?? line[0];
  const lineOf = (cell) => grid().find((line) => line.includes(cell)) ?? [cell];
  const headBox = (cell) => {
    const line = lineOf(cell);
    const first = line.indexOf(start(line));
    return first > 0 && line.indexOf(cell) <= first ? line[0] : null;
  };
  const after = (cell) => {
    const list = cells();
    const last = cell.checked && cell === headBox(cell) ? lineOf(cell).at(-1) : cell;
    const next = list.slice(list.indexOf(last) + 1).find((other) => !isFilled(other) && !isBlocked(other));
    const line = next ? lineOf(next) : [];
    return next === line[0] ? start(line) : next;
  };

  const ask = () => {
    clearTimeout(timer);
    timer = setTimeout(() => htmx.trigger(document.body, "check"), 250);
  };

  // A number is done when no further digit could make one that is still possible. Where 10 is the
  // most, a 1 is done as well: ten has a key of its own. Where more is possible a 1 has to wait.
  const isDone = (input) => {
    if (!("most" in input.dataset)) return false;
    const text = input.value.trim();
    const most = Number(input.dataset.most);
    if (/^[a-z]$/i.test(text)) return true;
    return /^\d+$/.test(text) && (Number(text + "0") > most || most === 10) || text === "0";
  };
  const isTen = (input) => Number(input.dataset.most) >= 10 && /^(t|10)$/i.test(input.value);

  // Of cells that add up to a known total, the last one to be written is what the others leave. It
  // follows them until the clerk writes there; the cell he is in is his own.
  const fill = (cell, sum) => {
    const left = leftFor(cell, sum) ?? NaN;
    cell.value = Number.isNaN(left) ? "" : left;
    cell.classList.toggle("filled", !Number.isNaN(left));
  };
  // In a draft that is opened again the last of them counts as filled in, as it was most likely.
  const refill = () => {
    for (const { total, group } of rows().flatMap(sumsOf)) {
      const known = group.reduce((known, { value }) => known + (value === "" ? NaN : Number(value)), 0);
      if (known === total) group.at(-1).classList.add("filled");
    }
  };
  const fillUp = (row, written) => {
    for (const sum of sumsOf(row)) {
      const open = sum.group.filter((cell) => isEmpty(cell) || isFilled(cell));
      if (open.length === 1 && open[0] !== written) fill(open[0], sum);
      else for (const cell of open.filter(isFilled)) fill(cell, sum);
    }
  };

  form.addEventListener("input", (event) => {
    ask();
    const input = event.target;
    const isTyped = event.inputType === "insertText";
    const isWholeTen = isTyped && isTen(input);
    if (isWholeTen) input.value = "10";
    input.classList.remove("filled");
    if (input.name !== "sure") document.getElementById("unsure")?.remove(); // it was about another form
    fillUp(input.closest("tr"), input);
    if (isWholeTen || isTyped && isDone(input)) go(after(input) ?? handIn);
  });
  form.addEventListener("change", ask);

  // A number that is clicked on is written over, as one that is walked to.
  form.addEventListener("click", ({ target }) => { if ("most" in target.dataset) target.select?.(); });

  // What the keys of a phone have no key for gets a button at the cell: 10, and the letters that may
  // stand in place of a number.
  const touch = document.getElementById("touch-keys");
  const offer = (cell) => {
    touch.remove();
    const isMark = cell.closest("td")?.matches(".next");
    for (const button of touch.children)
      button.hidden = button.value === "10" ? !(Number(cell.dataset.most) >= 10) : !isMark;
    if ([...touch.children].some(({ hidden }) => !hidden)) cell.parentElement.append(touch);
  };
  if (touch && matchMedia("(pointer: coarse)").matches) {
    touch.hidden = false;
    form.addEventListener("focusin", ({ target }) => { if (!touch.contains(target)) offer(target); });
    touch.addEventListener("pointerdown", (event) => event.preventDefault()); // the keys stay up
    touch.addEventListener("click", ({ target }) => {
      const cell = touch.parentElement.querySelector("input");
      cell.value = target.value;
      cell.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
    });
  }

  // Enter where nothing follows and nothing is missing is the end of the form.
  const onwards = (cell) => {
    const lines = grid();
    const row = lines.findIndex((line) => cell === start(line));
    const { wrong, missing } = document.getElementById("checked").dataset;
    const isEnd = row > 0 && !wrong && !missing && lines.slice(row).flat().every(isEmpty);
    go((!isEnd && after(cell)) || handIn);
  };
  const vertically = (cell, by) => {
    const lines = grid();
    const row = lines.findIndex((line) => line.includes(cell));
    if (row < 0) return;
    if (lines[row + by]) go(lines[row + by][lines[row].indexOf(cell)]);
    else if (by > 0) go(paper.find((total) => isAbove(cell, total)));
  };
  const isAbove = (cell, total) => {
    const { left, right } = total.closest("td").getBoundingClientRect();
    const middle = cell.getBoundingClientRect().left + cell.offsetWidth / 2;
    return left <= middle && middle <= right;
  };
  const choose = (select, value) => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // Words behind a sign, such as "♥ harten", no browser finds by their letter: we do, and the same
  // key again goes to the next that fits. What begins with a letter or a digit is left to it.
  const answersTo = (select, key) => {
    const answers = [...select.options].filter(({ value }) => value);
    if (key.length !== 1 || !answers.some(({ text }) => /^[^\p{L}\p{N}]/u.test(text))) return [];
    const fits = (text) => text.toLowerCase().startsWith(key.toLowerCase());
    return answers.filter(({ value, text }) => fits(value)
      || fits(text.replaceAll("×", "x")) || fits(text.replace(/^[^\p{L}\p{N}]+/u, "")));
  };
  const pick = (select, found) =>
    choose(select, found[(found.findIndex(({ selected }) => selected) + 1) % found.length].value);

  const openNotes = (opener) => {
    if (opener.getAttribute("aria-expanded") !== "true") opener.click();
    go(inside(form.querySelector(`tr[data-extra="${opener.dataset.notes}"]`))[0]);
  };

  const inHead = (event, cell) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (cell.tagName === "SELECT" && isEmpty(cell)) return;
    if (cell === head.at(-1)) go(start(cells()));
    else step(cell, 1, head);
  };

  const inNotes = (event, cell, notes) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const list = inside(notes);
    const next = rows()[rows().findIndex((row) => row.dataset.path === notes.dataset.extra) + 1];
    if (cell !== list.at(-1)) step(cell, 1, list);
    else if (next) go(start(inside(next)));
    else handIn.focus();
  };

  const inPaper = (event, cell) => {
    const moves = {
      Enter: () => go(paper[paper.indexOf(cell) + 1] ?? handIn),
      ArrowRight: () => step(cell, 1, paper),
      ArrowLeft: () => step(cell, -1, paper),
      ArrowUp: () => go(grid().at(-1)?.find((other) => isAbove(other, cell))),
      End: () => go(handIn),
    };
    if (event.key === "Backspace" && isEmpty(cell)) moves.Backspace = moves.ArrowLeft;
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  };

  // After the last cell the button has the focus: back to what was typed, or on to the totals.
  const atButton = (event) => {
    const back = () => go(paper.findLast((cell) => !isEmpty(cell)) ?? cells().at(-1));
    const moves = { ArrowUp: back, ArrowLeft: back, Backspace: back };
    if (paper.length) moves.End = () => go(paper[0]);
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  };

  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (cell === handIn && !event.ctrlKey && !event.altKey && !event.metaKey) { atButton(event); return; }
    if (!cell.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const notes = cell.closest("tr[data-extra]");
    if (notes) { inNotes(event, cell, notes); return; }
    if (head.includes(cell)) { inHead(event, cell); return; }
    if (paper.includes(cell)) { inPaper(event, cell); return; }
    if (cell.name === "sure" && event.key === "Enter") { event.preventDefault(); if (cell.checked) go(handIn); return; }
    if (!cells().includes(cell)) return;
    const moves = {
      Enter: () => onwards(cell),
      ArrowRight: () => step(cell, 1),
      ArrowLeft: () => step(cell, -1),
      ArrowDown: () => vertically(cell, 1),
      ArrowUp: () => vertically(cell, -1),
      Home: () => go(after(cells().findLast((other) => !isEmpty(other))) ?? handIn),
      End: () => go((tail().includes(cell) ? null : tail()[0]) ?? paper[0] ?? handIn),
    };
    if (cell.tagName === "SELECT") { // up and down are its own: they choose
      delete moves.ArrowDown;
      delete moves.ArrowUp;
    }
    const box = isBox(cell) ? cell : headBox(cell);
    if (box) moves.x = moves.X = () => { box.click(); go(box); };
    const found = cell.tagName === "SELECT" ? answersTo(cell, event.key) : [];
    if (found.length) moves[event.key] = () => pick(cell, found);
    if (event.key === "Backspace" && (isBox(cell) || isEmpty(cell))) moves.Backspace = moves.ArrowLeft;
    else if (cell.tagName === "SELECT") moves.Backspace = () => choose(cell, "");
    const opener = cell.closest("tr")?.querySelector("button[data-notes]");
    const notesBelow = form.querySelector(`tr[data-extra="${cell.closest("tr")?.dataset.path}"]:not(.unneeded)`);
    if (opener) moves["+"] = () => openNotes(opener);
    else if (notesBelow) moves["+"] = () => go(inside(notesBelow)[0]);
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  });

  // Esc is back to the list, for a paper that has to wait: what was typed is kept.
  document.addEventListener("keydown", (event) => {
    const isIn = form.contains(event.target) || event.target === document.body;
    if (event.key === "Escape" && isIn && !event.repeat) document.querySelector("a.back").click();
  });

  // Once somebody begins with the deals the page moves up, so that the form needs not move under
  // his eyes with every line. A page that has something to say first stays as it is.
  const isRefused = "unsaved" in form.dataset;
  const isTold = document.querySelector("#messages .message") !== null;
  const sheet = form.querySelector(".score-form");
  let isUp = isRefused || isTold;
  form.addEventListener("focusin", ({ target }) => {
    if (isUp || !target.closest("tr[data-path]")) return;
    isUp = true;
    requestAnimationFrame(() => { // after the browser has moved the page to the cell itself
      if (sheet.getBoundingClientRect().bottom <= innerHeight) return;
      rows()[0].scrollIntoView({ block: "start" });
      target.scrollIntoView({ block: "nearest" });
    });
  });

  // A photo beside the cells that does not fit there keeps up with the deal that is typed: on the
  // printed form the deals lie between these parts of its height. Several one turns over by hand.
  const [FIRST_ROW, LAST_ROW] = [0.21, 0.81];
  let seen = -1;
  form.addEventListener("focusin", ({ target }) => {
    const row = rows().findIndex((each) => each.contains(target));
    const photos = all(".photo-stack img");
    if (row < 0 || row === seen || photos.length !== 1) return;
    seen = row;
    const stack = photos[0].closest(".photo-stack");
    const top = photos[0].getBoundingClientRect().top - stack.getBoundingClientRect().top;
    const part = FIRST_ROW + (LAST_ROW - FIRST_ROW) * (row + 0.5) / rows().length;
    stack.scrollBy({ top: top + part * photos[0].height - stack.clientHeight / 2, behavior: "instant" });
  });

  // Go to a cell by its path, or to the first cell of its row.
  const goTo = (path) => {
    const row = path.split(".").slice(0, 2).join(".");
    const cell = form.elements[path];
    const extra = cell?.closest?.("tr[data-extra]");
    extra?.classList.remove("unneeded");
    go(cell ?? start(inside(form.querySelector(`tr[data-path="${row}"]`) ?? form)));
  };

  form.addEventListener("click", (event) => {
    const path = event.target.dataset?.goto;
    if (!path) return;
    event.preventDefault();
    goTo(path);
  });

  // Of a row that is wrong the cell that is named goes first, be it in the notes below it; else one
  // that is still empty.
  const firstRefused = () => {
    const found = form.querySelector("#sure, [aria-invalid=true], tr.wrong");
    if (!found?.matches("tr")) return found;
    const { path } = found.dataset;
    const named = `:is([data-path="${path}"], [data-extra="${path}"]) [aria-invalid=true]`;
    return form.querySelector(named) ?? inside(found).find(isEmpty) ?? inside(found)[0];
  };

  // Where to begin: what was refused, else the first cell that is still to be written. What comes
  // after the rows can wait while there is room in them.
  const begin = () => {
    const list = grid().flat();
    const { gap } = form.dataset;
    const emptyRow = grid().find((line) => line.every(isEmpty));
    const refused = firstRefused();
    if (document.getElementById("sure")) go(refused);
    else if (list.every(isEmpty)) go(head[0] ?? start(list));
    else if (refused) go(refused);
    else if (emptyRow && tail().some(({ name }) => name === gap)) go(start(emptyRow));
    else if (gap) goTo(gap);
    else go(head[0] ?? start(list));
  };
  if (!("counted" in form.dataset)) refill();
  begin();
  if (isTold && !isRefused) scrollTo({ top: 0, behavior: "instant" }); // also on a phone
})();
