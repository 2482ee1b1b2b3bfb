// What the table's page is made of: its words in the language of the reader, and elements.

import { chooseLanguage, chosenLanguage } from "./phone-store.js";

const languages = new Map([...document.querySelectorAll("template[data-language]")].map((template) => {
  const found = [...template.content.querySelectorAll("[data-word]")];
  const words = Object.fromEntries(found.map((each) => [each.dataset.word, each.textContent]));
  return [template.dataset.language, { name: template.dataset.name, words }];
}));
const preferred = () => [chosenLanguage(), ...navigator.languages.map((code) => code.slice(0, 2)), "nl"]
  .find((code) => languages.has(code));

export let language = "nl";
export const speak = (code = preferred()) => {
  language = code;
  document.documentElement.lang = code;
  document.title = word("title");
};
export const changeLanguage = (code) => {
  chooseLanguage(code);
  speak(code);
};
// The language that the page is not in, with its own name.
export const otherLanguage = () => {
  const [code, { name }] = [...languages].find(([each]) => each !== language);
  return { code, name };
};

// A word of the page, its {names} filled in; and a text of the game, which comes in all languages.
export const word = (name, values = {}) =>
  languages.get(language).words[name].replace(/\{(\w+)\}/g, (_all, key) => values[key]);
export const say = (text) => (text ? text[language] : "");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const signed = (number) => (number < 0 ? `−${-number}` : String(number));

// An element: what has a dash or is known by that name is an attribute, `on…` listens.
export const make = (tag, about = {}, ...inside) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.flat().filter((each) => each || each === 0));
  return element;
};
export const button = (inside, onclick, about = {}) => make("button", { type: "button", onclick, ...about }, inside);
export const heading = (text, ...more) => make("header", { class: "phone-title" }, make("h1", {}, text), ...more);
export const para = (text, kind) => (text ? make("p", { class: kind }, text) : null);

// Put a page in place of the last one; the hand stays where it was, and whoever listens hears whose
// turn it is.
export const show = (...parts) => {
  const main = document.getElementById("content");
  const { id, selectionStart } = document.activeElement ?? {};
  main.replaceChildren(...parts.flat().filter(Boolean));
  const again = id && main.contains(document.getElementById(id)) ? document.getElementById(id) : null;
  again?.focus({ preventScroll: true });
  const foot = main.querySelector(".phone-foot");
  if (foot && getComputedStyle(foot).position === "sticky")
    main.querySelector("tr.now")?.scrollIntoView({ block: "nearest" });
  const said = [".phone-turn", ".phone-lead", "h1"].map((each) => main.querySelector(each)).find(Boolean);
  tell(said?.textContent ?? "");
  if (again?.type === "text" && selectionStart !== null) again.setSelectionRange(selectionStart, selectionStart);
};

const tell = (text) => {
  const place = document.getElementById("told");
  if (place.textContent !== text) place.textContent = text;
};
// A key that was tapped gets no ring: on the next page it would look like a choice.
const tapped = (isTapped) => () => document.body.classList.toggle("tapped", isTapped);
document.addEventListener("pointerdown", tapped(true));
document.addEventListener("keydown", tapped(false));

// A cell of a form that is filled in as it lies there.
export const field = (about, value, label, seats, onwrite) => {
  const id = `cell-${about.path}`;
  const changed = (event) => onwrite(about.path, valueOf(event.target));
  const input = inputs[about.kind](about, value, seats);
  input.id = id;
  input.addEventListener("input", changed);
  const help = about.help && about.kind !== "seat" && make("small", { id: `${id}-help` }, say(about.help));
  if (help) input.setAttribute("aria-describedby", help.id);
  return make("div", { class: `phone-field ${about.kind}` }, make("label", { for: id }, label), input, help);
};
const valueOf = (input) => (input.type === "checkbox" ? (input.checked ? "x" : "") : input.value.trim());
const text = (about, value, mode) => make("input", {
  type: "text", inputmode: mode, autocomplete: "off", maxlength: about.longest, value,
});
const select = (value, answers) => make("select", {}, make("option", { value: "" }, "–"),
  answers.map(([each, name]) => make("option", { value: each, selected: each === value }, name)));
const inputs = {
  number: (about, value) => text(about, value, about.marks.length || about.most === 0 ? "text" : "numeric"),
  numbers: (about, value) => text(about, value, "text"),
  text: (about, value) => text(about, value, "text"),
  yes: (about, value) => make("input", { type: "checkbox", checked: Boolean(value) }),
  choice: (about, value) => select(value, about.choices.map((each) => [each.value, say(each.text)])),
  seat: (about, value, seats) => select(value, seats.map(({ name }, index) => [String(index + 1), name])),
};
