// "Send on" hands the picture of a player, with the address of the page, to the phone's own list of
// ways to send. Without such a list the link shows the picture.

import { byId } from "../core/elements.js";
import { timeoutSignal } from "../core/requests.js";

const link = byId("share");

async function pictureAt(address) {
  const response = await fetch(address, { signal: timeoutSignal() });
  if (!response.ok) throw new Error(response.statusText);
  return new File([await response.blob()], address.split("/").pop(), { type: "image/png" });
}

async function send() {
  const { title } = link.dataset;
  const page = { title, text: title, url: location.href };
  try {
    const files = [await pictureAt(link.href)];
    const isPicture = navigator.canShare?.({ ...page, files });
    await navigator.share(isPicture ? { ...page, files } : page);
  } catch (error) {
    // Who closes the list has sent nothing, and wants nothing else.
    if (error.name !== "AbortError") location.assign(link.href);
  }
}

if (navigator.share) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    send();
  });
}
