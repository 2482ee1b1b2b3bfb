// What the server says of a score form, at the cells it is about: marks, words, and the notes of a
// row, which are put away while there is nothing in them.
"use strict";

(() => {
  const form = document.getElementById("score-form");
  if (!form) return;
  const all = (selector, root = form) => [...root.querySelectorAll(selector)];
  const inside = (root) => all("input:not([type=hidden]), select", root);
  const isEmpty = (cell) => (cell.type === "checkbox" ? !cell.checked : cell.value === "");
  const rows = () => all("tbody tr[data-path]");
  const has = (row, path) => path === row.dataset.path || path.startsWith(`${row.dataset.path}.`);
  const checked = () => document.getElementById("checked");
  const unchecked = document.getElementById("unchecked");

  // The notes of a row: put away while there is nothing in them, unless somebody opened them.
  const show = (extra, isOpen) => {
    extra.classList.toggle("unneeded", !isOpen);
    form.querySelector(`button[data-notes="${extra.dataset.extra}"]`)
      ?.setAttribute("aria-expanded", String(isOpen));
  };
  form.addEventListener("click", (event) => {
    const opener = event.target.closest("button[data-notes]");
    if (!opener) return;
    const isOpen = opener.getAttribute("aria-expanded") !== "true";
    const extra = form.querySelector(`tr[data-extra="${opener.dataset.notes}"]`);
    extra.toggleAttribute("data-opened", isOpen);
    show(extra, isOpen);
    if (isOpen) inside(extra)[0].focus();
  });

  // The words of a problem stand below its row, or below a cell that is in none. Of several in one
  // row those of the cell that somebody is in go first.
  const totalOf = (path) => {
    const seat = Number(/^totals\.(\d+)$/.exec(path)?.[1] ?? NaN) + 1;
    return form.querySelector(`tfoot td[data-totals~="${seat}"]`);
  };
  const said = (item, place) => {
    const words = document.createElement("p");
    words.id = `said-${item.dataset.said.replaceAll(".", "-")}`;
    words.className = item.closest(".doubts") ? "said doubt" : "said";
    words.append(...[...item.querySelectorAll("span, code")].flatMap((part) => [part.cloneNode(true), " "]));
    place.append(words);
    form.elements[item.dataset.said]?.setAttribute("aria-describedby", words.id);
  };
  const sayBelow = (row, items) => {
    const own = items.find((item) => item.dataset.said === document.activeElement?.name);
    const line = document.createElement("tr");
    line.className = "said-line";
    if (row.querySelector(".cards")) line.append(document.createElement("td"));
    line.append(document.createElement("td"));
    line.lastChild.colSpan = 99;
    const extra = row.nextElementSibling?.matches("tr[data-extra]") ? row.nextElementSibling : row;
    extra.after(line);
    said(own ?? items[0], line.lastChild);
  };
  // Of a total on the paper the words stand below them all: its own cell is too narrow for them.
  const sayOfPaper = (paper, item) => {
    const line = document.createElement("tr");
    line.className = "said-line";
    line.append(document.createElement("td"));
    line.lastChild.colSpan = 99;
    paper.parentElement.append(line);
    said(item, line.lastChild);
    const whose = item.querySelector("a")?.textContent;
    if (whose) line.querySelector("p").prepend(`${whose}: `);
  };
  const say = () => {
    for (const old of all(".said-line, .said")) old.remove();
    for (const cell of all("[aria-describedby^='said-']")) cell.removeAttribute("aria-describedby");
    const items = all("[data-said]", checked());
    for (const row of rows()) {
      const here = items.filter((item) => has(row, item.dataset.said));
      if (here.length) sayBelow(row, here);
    }
    for (const item of items) {
      const path = item.dataset.said;
      if (rows().some((row) => has(row, path))) continue;
      const paper = form.elements[path]?.closest?.("tr.on-paper");
      const place = form.elements[path]?.parentElement ?? totalOf(path);
      if (paper) sayOfPaper(paper, item);
      else if (place) said(item, place);
    }
    // The words must not push the row that is typed out of sight.
    const typed = document.activeElement;
    if (typed.closest("tr[data-path]")) typed.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  const markRow = (row, dealer, isLeft, wrong, underlined) => {
    row.classList.toggle("wrong", wrong.some((path) => has(row, path)));
    row.classList.toggle("underlined", underlined.has(row.dataset.path));
    for (const cell of all("td[data-seats]", row))
      cell.classList.toggle("dealer", cell.dataset.seats.split(" ").includes(dealer));
    if (isLeft) for (const cell of all("td.points, td.note span", row)) cell.textContent = "";
  };
  const mark = () => {
    const { dataset } = checked();
    const wrong = dataset.wrong.split(" ");
    const doubtful = dataset.doubtful.split(" ");
    for (const cell of form.querySelectorAll("[name]")) {
      if (wrong.includes(cell.name)) cell.setAttribute("aria-invalid", "true");
      else cell.removeAttribute("aria-invalid");
      cell.classList.toggle("doubt", doubtful.includes(cell.name));
    }
    for (const cell of all("td[data-totals]"))
      cell.classList.toggle("doubt", doubtful.some((path) => totalOf(path) === cell));
    const dealers = dataset.dealers.split(" ");
    const underlined = new Set(dataset.underlined.split(" "));
    rows().forEach((row, index) => // rows beyond those the server knows of were emptied again
      markRow(row, dealers[index], index >= dealers.length, wrong, underlined));
    for (const extra of all("tr[data-extra]"))
      show(extra, "opened" in extra.dataset
        || inside(extra).some((cell) => !isEmpty(cell) || wrong.includes(cell.name)));
    say();
  };

  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"])
    document.body.addEventListener(failure, ({ detail }) => {
      if (detail.elt?.matches("[hx-trigger^=check]")) unchecked.hidden = false;
    });
  document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.elt?.id !== "checked") return; // of the hundred parts of an answer, the one of all
    unchecked.hidden = true;
    mark();
  });
  form.addEventListener("focusin", (event) => {
    const items = all("[data-said]", checked());
    if (items.some((item) => item.dataset.said === event.target.name)) say();
  });
  say();
})();
