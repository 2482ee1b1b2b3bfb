// Where to go after a form was handed in: the seats of the next round, and the standings.

import { make } from "../core/elements.js";
import { readText } from "../core/storage.js";
import { nextSeats } from "./news.js";
import { para } from "./page-parts.js";
import { word } from "./words.js";

/** Return the ways on from a table that has handed in its form. */
export function waysOn({ record: { data } }) {
  const next = nextSeats();
  const own = Number(readText(`wk-found-${data.slug}`)); // whoever looked for himself on this phone
  const line = ({ number, name, table, seat }) =>
    make(
      "li",
      { class: number === own && "own" },
      make("span", {}, name, number === own && make("small", {}, ` ${word("you")}`)),
      make("b", {}, word("nextSeat", { table, seat })),
    );
  return make(
    "section",
    { class: "phone-next" },
    next && make("h2", {}, word("nextRound", { number: next.round })),
    next && make("ul", {}, next.seats.map(line)),
    !next && !data.isLast && para(word("nextSoon", { number: data.round + 1 }), "soft"),
    make("a", { class: "button secondary", href: data.standings }, word("standings")),
  );
}
