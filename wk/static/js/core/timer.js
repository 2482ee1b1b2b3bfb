// An action that waits until things are quiet.

/** One waiting action. To start another begins the wait anew, and the first is never done. */
export class Timer {
  #id = 0;

  /** Do the action after so many milliseconds. */
  start(action, milliseconds) {
    clearTimeout(this.#id);
    this.#id = setTimeout(action, milliseconds);
  }

  /** Leave undone what waits. */
  stop() {
    clearTimeout(this.#id);
  }
}
