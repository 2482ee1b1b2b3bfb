// The first dealer: the phone draws cards for the table, or the table draws them itself.

import { make } from "../core/elements.js";
import { button, heading, para } from "./page-parts.js";
import { say, word } from "./words.js";

let isDrawn = false;

/** Return the page that asks for the first dealer. */
export function firstDealerPage(store, render) {
  const { data, cells } = store.record;
  const begin = (seat) => {
    cells[data.firstDealer] = String(seat);
    store.wrote();
    render();
  };
  const draw = () => {
    isDrawn = true;
    render();
  };
  if (isDrawn) return [heading(word("firstDealer")), ...drawnCards(data, begin)];
  return [
    heading(word("firstDealer")),
    para(word("drawHelp")),
    para(say(data.draw.rule)),
    button(word("draw"), draw, { class: "big" }),
    ownDraw(data.seats, begin),
  ];
}

function ownDraw(seats, begin) {
  const names = seats.map(({ name }, index) =>
    button(name, () => begin(index + 1), { class: "secondary" }),
  );
  const label = para(word("ownDraw"), "label");
  return make("section", {}, label, make("div", { class: "phone-names" }, names));
}

function drawnCards({ draw, seats }, begin) {
  const card = ({ text, red }, index, isBest) =>
    make(
      "li",
      { class: isBest ? "best" : false },
      make("span", { class: red ? "card red" : "card" }, say(text)),
      make("span", {}, seats[index].name),
    );
  const cardsOf = (cards, index) => {
    const isLast = index === draw.deals.length - 1;
    const all = cards.map((one, seat) => card(one, seat, isLast && seat + 1 === draw.seat));
    const list = make("ul", { class: "phone-cards" }, all);
    return [list, isLast ? null : para(word("equal"), "soft")];
  };
  const { name } = seats[draw.seat - 1];
  const foot = make(
    "div",
    { class: "phone-foot" },
    para(word("dealsFirst", { name }), "phone-lead"),
    button(word("begin"), () => begin(draw.seat), { class: "big", id: "begin" }),
  );
  return [...draw.deals.flatMap(cardsOf), para(say(draw.rule), "soft"), foot];
}

/** Return the button that asks for the first dealer again, or null if the game has none. */
export function otherDealerButton(store, render) {
  const { data, cells } = store.record;
  if (!data.firstDealer) return null;
  const change = () => {
    isDrawn = false;
    cells[data.firstDealer] = "";
    store.wrote();
    render();
  };
  return button(word("changeDealer"), change, { class: "quiet", id: "other-dealer" });
}
