// The field on the list of forms takes the number of a table, also what was typed just before.

import { byId } from "../core/elements.js";
import { fillWithTyped } from "./typed-ahead.js";

const findEmpty = () => {
  const field = byId("id_table");
  return field?.defaultValue ? null : field; // a refused number stays as it is
};

fillWithTyped(findEmpty);
