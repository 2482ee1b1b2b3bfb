// Keys that act on a whole page.

/** Return whether a key is pressed with Ctrl, Alt or Meta: then it is a command of the browser. */
export const hasModifier = (event) => event.ctrlKey || event.altKey || event.metaKey;

/**
 * A gate that lets keys through only some time after the page was loaded. So a key that is held,
 * bounces or is pressed twice does not act on the next page as well. Once the gate has opened, the
 * page shows its keys (data-keys="on").
 */
export class KeyGate {
  isOpen = false;

  constructor(milliseconds) {
    setTimeout(() => {
      this.isOpen = true;
      document.documentElement.dataset.keys = "on";
    }, milliseconds);
    // After the browser's own back button the page is as it was left, with the gate closed: open it.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.isOpen = true;
    });
  }

  /** Let no more keys through. */
  close() {
    this.isOpen = false;
  }
}
