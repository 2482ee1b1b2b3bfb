// Cells of a form that is filled in without guidance, as on the sheet.

import { make } from "../core/elements.js";
import { say } from "./words.js";

const textInput = ({ longest }, value, inputmode = "text") =>
  make("input", { type: "text", inputmode, autocomplete: "off", maxlength: longest, value });

const select = (value, answers) =>
  make(
    "select",
    {},
    make("option", { value: "" }, "–"),
    answers.map(([each, name]) => make("option", { value: each, selected: each === value }, name)),
  );

const numberInput = (about, value) =>
  textInput(about, value, about.marks.length || about.most === 0 ? "text" : "numeric");

const INPUTS = {
  number: numberInput,
  numbers: (about, value) => textInput(about, value),
  text: (about, value) => textInput(about, value),
  yes: (_about, value) => make("input", { type: "checkbox", checked: Boolean(value) }),
  choice: ({ choices }, value) => {
    const answers = choices.map((each) => [each.value, say(each.text)]);
    return select(value, answers);
  },
  seat: (_about, value, seats) => {
    const answers = seats.map(({ name }, index) => [String(index + 1), name]);
    return select(value, answers);
  },
};

function writtenIn(input) {
  if (input.type === "checkbox") return input.checked ? "x" : "";
  return input.value.trim();
}

/** Return a cell with its label; `onwrite` is called with its path and its new value. */
export function formField(about, value, label, seats, onwrite) {
  const id = `cell-${about.path}`;
  const input = INPUTS[about.kind](about, value, seats);
  input.id = id;
  input.addEventListener("input", ({ target }) => onwrite(about.path, writtenIn(target)));
  const isHelped = about.help && about.kind !== "seat";
  const help = isHelped && make("small", { id: `${id}-help` }, say(about.help));
  if (help) input.setAttribute("aria-describedby", help.id);
  const name = make("label", { for: id }, label);
  return make("div", { class: `phone-field ${about.kind}` }, name, input, help);
}
