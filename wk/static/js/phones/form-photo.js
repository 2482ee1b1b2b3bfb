// The table sends a photo of its paper form. The office reads it, and tells here what became of it.

import { byId, make } from "../core/elements.js";
import { Timer } from "../core/timer.js";
import { sendToOffice } from "./office.js";
import { button, para } from "./page-parts.js";
import { word } from "./words.js";

const KINDS = "image/jpeg,image/png,image/webp";
const AGAIN = 4000; // milliseconds between two questions what became of a photo
const LONGEST = 120_000; // milliseconds in which a photo is sent
const NO_PHOTOS = new Set(["unread", "closed", "early", "off", "unknown"]);

/** The photos of one table. */
export class FormPhoto {
  #timer = new Timer();
  #input = null; // stays in the page: the page may be shown anew while a photo is taken
  #isBusy = false;
  #isAway = false;
  #refusal = "";
  #known = null; // what the office has: how many wait, and what became of the last one

  constructor(key) {
    this.key = key;
  }

  /** Return the part of a page with the button, empty until the office takes photos. */
  section() {
    const part = make("section", { class: "phone-photo", id: "form-photo" }, this.#parts());
    if (!this.#known && !this.#isBusy) this.#post();
    return part;
  }

  #parts() {
    if (!this.#known) return [];
    const isSending = this.#isBusy && this.#input?.files.length > 0;
    const state = isSending ? "sending" : this.#state();
    const isBad = state === "refused" || state === "away";
    return [
      para(word("photoHelp")),
      button(word("photo"), () => this.#choose(), {
        class: "secondary",
        id: "take-photo",
        disabled: isSending,
      }),
      para(word("photoHow"), "soft"),
      make("p", { role: "status", class: isBad && "phone-warning" }, this.#words(state)),
    ];
  }

  #state() {
    const { waiting, last } = this.#known;
    if (this.#refusal) return "refused";
    if (this.#isAway) return "away";
    if (waiting) return "waiting";
    if (!last) return "";
    return last.isRead ? "read" : "refused";
  }

  #words(state) {
    if (!state) return "";
    return this.#refusal || word(`photo-${state}`, { why: this.#known.last?.why ?? "" });
  }

  #choose() {
    if (!this.#input) {
      this.#input = make("input", { type: "file", accept: KINDS, hidden: true });
      this.#input.setAttribute("capture", "environment");
      this.#input.addEventListener("change", () => this.#send());
      document.body.append(this.#input);
    }
    this.#input.value = ""; // the same photo may be sent again
    this.#input.click();
  }

  #send() {
    const [photo] = this.#input.files;
    if (photo) this.#post({ photo }, LONGEST);
  }

  async #post(fields = {}, longest = undefined) {
    if (this.#isBusy || !this.key) return;
    this.#isBusy = true;
    if (fields.photo) {
      this.#refusal = "";
      this.#show();
    }
    const answer = await sendToOffice("photo/", this.key, fields, longest);
    this.#isBusy = false;
    if (fields.photo) this.#input.value = "";
    this.#take(answer, Boolean(fields.photo));
    this.#show();
  }

  #take(answer, hadPhoto) {
    this.#isAway = answer === null && (hadPhoto || this.#isAway);
    if (answer?.ok) this.#known = answer.body;
    else if (NO_PHOTOS.has(answer?.body.code)) this.#known = null;
    else if (answer && hadPhoto) this.#refusal = answer.body.message;
    if (this.#known?.waiting) this.#timer.start(() => this.#post(), AGAIN);
  }

  #show() {
    byId("form-photo")?.replaceChildren(...this.#parts().filter(Boolean));
  }
}
