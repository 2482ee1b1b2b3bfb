// Finding elements of a page, and making new ones.

/** Return the element with this id, or null. */
export const byId = (id) => document.getElementById(id);

/** Return all elements below `root` that match a selector, as an array. */
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * Make an element. In `about`, a name that begins with "on" is a listener, and any other name is an
 * attribute: true gives one without a value, and false, null and undefined give none. The contents
 * (`inside`) may be nested in arrays; those that are false, null or empty are left out.
 */
export function make(tag, about = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value);
  }
  element.append(...inside.flat(2).filter((each) => each || each === 0));
  return element;
}

/** Write a text in an element, unless it has that text already: a screen reader reads changes. */
export function announce(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
