// Texts with placeholders, such as "Table {table}".

/** Return a text with each {name} in it replaced by the value of that name. */
export const fillIn = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (_place, name) => values[name]);
