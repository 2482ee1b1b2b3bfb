// Typing a score form with keys only. What is right and what it is worth the server says:
// each change asks it, and this script only walks between cells and marks what the answer names.
"use strict";

(() => {
  const form = document.getElementById("score-form");
  if (!form) return;
  const grid = [...form.querySelectorAll("tbody tr[data-path]")].map(
    (row) => [...row.querySelectorAll("input")]);
  const cells = grid.flat();
  const handIn = form.querySelector("button[value=count]");
  let timer = 0;
  let dirty = false;

  const at = (input) => {
    const row = grid.findIndex((inputs) => inputs.includes(input));
    return [row, row < 0 ? -1 : grid[row].indexOf(input)];
  };
  const go = (input) => { if (input) { input.focus(); input.select(); } };
  const after = (input, step) => go(cells[cells.indexOf(input) + step]);

  const ask = () => {
    dirty = true;
    clearTimeout(timer);
    timer = setTimeout(() => htmx.trigger(document.body, "check"), 250);
  };

  // A number is done when no further digit could make one that is still possible.
  const isDone = (input) => {
    const text = input.value.trim();
    if (/^[a-z]$/i.test(text)) return true;
    return /^\d+$/.test(text) && Number(text + "0") > Number(input.dataset.most || 0) || text === "0";
  };

  form.addEventListener("input", (event) => {
    ask();
    const input = event.target;
    if (cells.includes(input) && event.inputType === "insertText" && isDone(input)) after(input, 1);
  });
  form.addEventListener("change", ask);

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (event.key === "Enter" && input.tagName === "SELECT") {
      event.preventDefault();
      if (input.value) go(cells[0]);
    }
    if (!cells.includes(input)) return;
    const [row, column] = at(input);
    const moves = {
      Enter: () => (input === cells.at(-1) ? handIn.focus() : after(input, 1)),
      ArrowDown: () => go(grid[row + 1]?.[column]),
      ArrowUp: () => go(grid[row - 1]?.[column]),
      ArrowRight: () => after(input, 1),
      ArrowLeft: () => after(input, -1),
    };
    if (event.key === "Backspace" && input.value === "") { event.preventDefault(); after(input, -1); }
    if (!(event.key in moves) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    moves[event.key]();
  });

  const unchecked = document.getElementById("unchecked");
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"])
    document.body.addEventListener(failure, () => { unchecked.hidden = false; });

  const mark = () => {
    unchecked.hidden = true;
    const checked = document.getElementById("checked");
    const wrong = new Set(checked.dataset.wrong.split(" "));
    for (const input of form.querySelectorAll("[name]")) {
      if (wrong.has(input.name)) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
    const dealers = checked.dataset.dealers.split(" ");
    [...form.querySelectorAll("tr[data-path]")].forEach((row, index) => {
      row.classList.toggle("wrong", [...wrong].some((path) => path === row.dataset.path
        || path.startsWith(`${row.dataset.path}.`)));
      for (const cell of row.querySelectorAll("td[data-seat]"))
        cell.classList.toggle("dealer", cell.dataset.seat === dealers[index]);
    });
    for (const extra of form.querySelectorAll("tr[data-extra]")) {
      const input = extra.querySelector("input");
      extra.classList.toggle("unneeded", !input?.value && !wrong.has(input?.name));
    }
  };
  document.body.addEventListener("htmx:afterSettle", mark);

  form.addEventListener("click", (event) => {
    const path = event.target.dataset?.goto;
    if (!path) return;
    event.preventDefault();
    const row = path.split(".").slice(0, 2).join(".");
    go(form.elements[path] ?? form.querySelector(`tr[data-path="${row}"] input`));
  });

  // Where to begin: what was refused, else the first empty cell once something has been written.
  const isEmpty = (input) => input.value === "";
  if (cells.some((input) => !isEmpty(input)))
    go(form.querySelector("[aria-invalid=true], tr.wrong input") ?? cells.find(isEmpty));

  form.addEventListener("submit", () => { dirty = false; });
  window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
})();
