// Choosing an answer by its letter. A browser does not find answers that begin with a sign, such as
// "♥ harten": this script does. The same key again goes to the next answer that fits. If all answers
// of a choice begin with a letter or a digit, the browser does it.

const SIGN = /^[^\p{L}\p{N}]+/u;

/** Choose an answer, with the events of a choice by the clerk. */
export function choose(select, value) {
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Return the answers of a choice that a key can mean. */
export function answersTo(select, key) {
  const answers = [...select.options].filter(({ value }) => value);
  if (key.length !== 1 || !answers.some(({ text }) => SIGN.test(text))) return [];
  const fits = (text) => text.toLowerCase().startsWith(key.toLowerCase());
  return answers.filter(
    ({ value, text }) =>
      fits(value) || fits(text.replaceAll("×", "x")) || fits(text.replace(SIGN, "")),
  );
}

/** Choose the next of these answers after the one chosen now. */
export function chooseNext(select, answers) {
  const index = answers.findIndex(({ selected }) => selected);
  choose(select, answers[(index + 1) % answers.length].value);
}
