// Keys that act on a whole page.

/** Return whether a key is pressed together with one that makes it a command of the browser. */
export const hasModifier = (event) => event.ctrlKey || event.altKey || event.metaKey;

/**
 * A gate that lets keys through only some time after the page came, so that a key that is held,
 * bounces or is pressed twice does not act on the next page as well. While it is open for the first
 * time, the page shows its keys by data-keys="on".
 */
export class KeyGate {
  isOpen = false;

  constructor(milliseconds) {
    setTimeout(() => {
      this.isOpen = true;
      document.documentElement.dataset.keys = "on";
    }, milliseconds);
    // Back by the browser's own button: the page is as it was left, and its keys work again.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.isOpen = true;
    });
  }

  /** Let no more keys through. */
  close() {
    this.isOpen = false;
  }
}
