// Choices by their letter. Words behind a sign, such as "♥ harten", no browser finds by a key: here
// they are, and the same key again goes to the next that fits. A choice of which every word begins
// with a letter or a digit is left to the browser.

const SIGN = /^[^\p{L}\p{N}]+/u;

/** Choose an answer, as if the clerk had. */
export function choose(select, value) {
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Return the answers of a choice that a key stands for. */
export function answersTo(select, key) {
  const answers = [...select.options].filter(({ value }) => value);
  if (key.length !== 1 || !answers.some(({ text }) => SIGN.test(text))) return [];
  const fits = (text) => text.toLowerCase().startsWith(key.toLowerCase());
  return answers.filter(
    ({ value, text }) =>
      fits(value) || fits(text.replaceAll("×", "x")) || fits(text.replace(SIGN, "")),
  );
}

/** Choose the next of some answers after the one that is chosen. */
export function chooseNext(select, answers) {
  const index = answers.findIndex(({ selected }) => selected);
  choose(select, answers[(index + 1) % answers.length].value);
}
