// Tones at the end of a round, made by the browser itself: no file is loaded. A browser stays silent
// until somebody has touched the page, so the screen asks for one tap first. The words of the clock
// (core/countdown.js) say when time is up; each clock is heard once.

import { findAll } from "../core/elements.js";

const SECOND = 1000; // milliseconds
const NOTES = [659.25, 523.25, 392, 523.25]; // hertz: e, c, g, c
const NOTE = 0.45; // seconds from one tone to the next
const LOUDNESS = 0.5; // of 1
const ask = document.getElementById("sound-ask");
let audio = null;
let heard = null; // the end of the round that was heard last, or was over when the page was opened

function play() {
  NOTES.forEach((frequency, place) => {
    const start = audio.currentTime + place * NOTE;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE);
  });
}

// Of all clocks on the screen the first is that of the round; those of single tables are not heard.
function ended() {
  const [clock] = findAll(".clock[data-ends]");
  return clock?.dataset.says === "over" ? clock.dataset.ends : null;
}

function listen() {
  const end = ended();
  if (!end || end === heard) return;
  heard = end;
  if (audio?.state === "running") play();
}

ask.hidden = false;
ask.addEventListener("click", async () => {
  audio ??= new AudioContext();
  await audio.resume();
  ask.hidden = true;
  play();
});
heard = ended();
setInterval(listen, SECOND / 2);
