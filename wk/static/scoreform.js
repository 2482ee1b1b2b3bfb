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
  let dirty = false;

  // The cells as they are now: the server adds rows when the last ones are filled.
  const rows = () => all("tbody tr[data-path]");
  const grid = () => rows().map(inside);
  const tail = () => all(".tail").flatMap(inside);
  const cells = () => [...grid().flat(), ...tail()];
  const head = all(".head-cells").flatMap(inside);

  const go = (cell) => { if (cell) { cell.focus(); cell.select?.(); } };
  const step = (cell, by, list = cells()) => go(list[list.indexOf(cell) + by]);
  const isBox = (cell) => cell.type === "checkbox";
  const isEmpty = (cell) => (isBox(cell) ? !cell.checked : cell.value === "");
  const isFilled = (cell) => cell.classList.contains("filled"); // by this page, not by the clerk

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
    const next = list.slice(list.indexOf(last) + 1).find((other) => !isFilled(other));
    const line = next ? lineOf(next) : [];
    return next === line[0] ? start(line) : next;
  };

  const ask = () => {
    dirty = true;
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
  const isTen = (input) => Number(input.dataset.most) >= 10 && /^t$/i.test(input.value);

  // Of cells that add up to a known total, the last one to be written is what the others leave. It
  // follows them until the clerk writes there; the cell he is in is his own.
  const fill = (cell, total, group) => {
    const others = group.filter((other) => other !== cell).map(({ value }) => value.trim());
    const left = others.reduce((rest, value) => rest - Number(value), total);
    const fits = others.every((value) => /^\d+$/.test(value))
      && left >= 0 && left <= Number(cell.dataset.most);
    cell.value = fits ? left : "";
    cell.classList.toggle("filled", fits);
  };
  const fillUp = (row, written) => {
    for (const sum of row?.dataset.sums?.split(";") ?? []) {
      const [total, ...paths] = sum.split(" ");
      const group = paths.map((path) => form.elements[path]);
      const open = group.filter((cell) => isEmpty(cell) || isFilled(cell));
      if (open.length === 1 && open[0] !== written) fill(open[0], Number(total), group);
      else for (const cell of open.filter(isFilled)) fill(cell, Number(total), group);
    }
  };

  form.addEventListener("input", (event) => {
    ask();
    const input = event.target;
    const isTyped = event.inputType === "insertText";
    const isWholeTen = isTyped && isTen(input);
    if (isWholeTen) input.value = "10";
    input.classList.remove("filled");
    fillUp(input.closest("tr"), input);
    if (isWholeTen || isTyped && isDone(input)) go(after(input) ?? handIn);
  });
  form.addEventListener("change", ask);

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
    if (row >= 0) go(lines[row + by]?.[lines[row].indexOf(cell)]);
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

  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!cell.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const notes = cell.closest("tr[data-extra]");
    if (notes) { inNotes(event, cell, notes); return; }
    if (head.includes(cell)) { inHead(event, cell); return; }
    if (!cells().includes(cell)) return;
    const moves = {
      Enter: () => onwards(cell),
      ArrowRight: () => step(cell, 1),
      ArrowLeft: () => step(cell, -1),
      ArrowDown: () => vertically(cell, 1),
      ArrowUp: () => vertically(cell, -1),
      End: () => go(tail()[0] ?? handIn),
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
    if (opener) moves["+"] = () => toggle(opener, true);
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  });

  // The notes of a row: put away while there is nothing in them, unless somebody opened them.
  const notesOf = (path) => form.querySelector(`tr[data-extra="${path}"]`);
  const show = (extra, isOpen) => {
    extra.classList.toggle("unneeded", !isOpen);
    form.querySelector(`button[data-notes="${extra.dataset.extra}"]`)
      ?.setAttribute("aria-expanded", String(isOpen));
  };
  const toggle = (opener, isOpen = opener.getAttribute("aria-expanded") !== "true") => {
    const extra = notesOf(opener.dataset.notes);
    extra.toggleAttribute("data-opened", isOpen);
    show(extra, isOpen);
    if (isOpen) go(inside(extra)[0]);
  };

  const unchecked = document.getElementById("unchecked");
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"])
    document.body.addEventListener(failure, () => { unchecked.hidden = false; });

  const markRow = (row, dealer, isLeft, wrong, underlined) => {
    const { path } = row.dataset;
    row.classList.toggle("wrong", [...wrong].some((at) => at === path || at.startsWith(`${path}.`)));
    row.classList.toggle("underlined", underlined.has(path));
    for (const cell of all("td[data-seats]", row))
      cell.classList.toggle("dealer", cell.dataset.seats.split(" ").includes(dealer));
    if (isLeft) for (const cell of all("td.points, td.note span", row)) cell.textContent = "";
  };

  const mark = () => {
    unchecked.hidden = true;
    const { dataset } = document.getElementById("checked");
    const wrong = new Set(dataset.wrong.split(" "));
    for (const input of form.querySelectorAll("[name]")) {
      if (wrong.has(input.name)) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    const dealers = dataset.dealers.split(" ");
    const underlined = new Set(dataset.underlined.split(" "));
    rows().forEach((row, index) => // rows beyond those the server knows of were emptied again
      markRow(row, dealers[index], index >= dealers.length, wrong, underlined));
    for (const extra of all("tr[data-extra]"))
      show(extra, "opened" in extra.dataset
        || inside(extra).some((input) => !isEmpty(input) || wrong.has(input.name)));
  };
  document.body.addEventListener("htmx:afterSettle", mark);

  // Go to a cell by its path, or to the first cell of its row.
  const goTo = (path) => {
    const row = path.split(".").slice(0, 2).join(".");
    const cell = form.elements[path];
    const extra = cell?.closest?.("tr[data-extra]");
    if (extra) show(extra, true);
    go(cell ?? start(inside(form.querySelector(`tr[data-path="${row}"]`) ?? form)));
  };

  form.addEventListener("click", (event) => {
    const opener = event.target.closest("button[data-notes]");
    if (opener) toggle(opener);
    const path = event.target.dataset?.goto;
    if (!path) return;
    event.preventDefault();
    goTo(path);
  });

  // Where to begin: what was refused, else the first empty cell once something has been written.
  const begin = () => {
    const list = grid().flat();
    const isPlain = list.every((cell) => cell.type === "text");
    const missing = document.getElementById("checked").dataset.missing;
    const isInRow = rows().some((row) => missing.startsWith(row.dataset.path));
    const emptyRow = grid().find((line) => line.every(isEmpty));
    const refused = form.querySelector("[aria-invalid=true], tr.wrong input, tr.wrong select");
    if (list.every(isEmpty)) { if (!head.length) go(start(list)); }
    else if (refused) go(refused);
    else if (isPlain) go(list.find(isEmpty));
    else if (isInRow) goTo(missing);
    else if (emptyRow && missing) go(start(emptyRow));
  };
  begin();

  form.addEventListener("submit", () => { dirty = false; });
  window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
})();
