// Files are sent as soon as they are chosen. Without this script there is a button to send them.

import { byId } from "../core/elements.js";

const form = byId("send-files");

form?.addEventListener("change", () => {
  form.querySelector(".sending").hidden = false;
  form.requestSubmit();
});
