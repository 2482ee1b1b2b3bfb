// The words of the phone's page in the language of the reader. The page holds those of all languages.

import { findAll } from "../core/elements.js";
import { fillIn } from "../core/wording.js";
import { chooseLanguage, chosenLanguage } from "./memory.js";

function wordsOf(template) {
  const found = findAll("[data-word]", template.content);
  const words = Object.fromEntries(found.map((each) => [each.dataset.word, each.textContent]));
  return [template.dataset.language, { name: template.dataset.name, words }];
}

const languages = new Map(findAll("template[data-language]").map(wordsOf));
let language = "nl";

function preferredLanguage() {
  const ofBrowser = navigator.languages.map((code) => code.slice(0, 2));
  return [chosenLanguage(), ...ofBrowser, "nl"].find((code) => languages.has(code));
}

/** Show the page in a language. */
export function speak(code = preferredLanguage()) {
  language = code;
  document.documentElement.lang = code;
  document.title = word("title");
}

/** Show the page in a language from now on, also when it is opened again. */
export function changeLanguage(code) {
  chooseLanguage(code);
  speak(code);
}

/** Return the code of the other language, and its own name. */
export function otherLanguage() {
  const [code, { name }] = [...languages].find(([each]) => each !== language);
  return { code, name };
}

/** Return a text of the page, with the values in its placeholders. */
export const word = (name, values = {}) => fillIn(languages.get(language).words[name], values);

/** Return a text of the game in the language of the page; "" for no text. */
export const say = (text) => (text ? text[language] : "");

/** Return a text with a capital. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Return a number with a real minus sign. */
export const signed = (number) => (number < 0 ? `−${-number}` : String(number));
