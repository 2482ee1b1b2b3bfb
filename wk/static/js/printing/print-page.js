// A button that prints the page. Without a script it is hidden: the browser's own menu prints too.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
