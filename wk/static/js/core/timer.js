// An action that is delayed until nothing has happened for a while.

/** One delayed action. Starting another one replaces it, and the delay begins anew. */
export class Timer {
  #id = 0;

  /** Do the action after this number of milliseconds. */
  start(action, milliseconds) {
    clearTimeout(this.#id);
    this.#id = setTimeout(action, milliseconds);
  }

  /** Drop the delayed action. */
  stop() {
    clearTimeout(this.#id);
  }
}
