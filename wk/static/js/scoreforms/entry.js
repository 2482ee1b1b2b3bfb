// The page on which a form is typed in with keys only. The server checks and scores the form: each
// change asks it. The page moves between cells, marks the problems, and saves the draft.

import { beforeGoing } from "../core/go-on.js";
import { startAutosave } from "./autosave.js";
import { listenToInput } from "./cell-input.js";
import { followProblems, goToBegin } from "./cell-moves.js";
import { startChecking } from "./checking.js";
import { restoreDraft } from "./draft-restore.js";
import { listenToKeys } from "./entry-keys.js";
import { scrollAlong } from "./entry-scrolling.js";
import { form } from "./form-cells.js";
import { offerKeyHelp } from "./key-help.js";
import { followProblemsOfServer } from "./problem-markers.js";
import { markFilled } from "./row-sums.js";
import { leaveForSecond } from "./second-laptop.js";
import { offerTouchKeys } from "./touch-keys.js";
import { dropTyped, keepTyped } from "./typed-ahead.js";
import { takeIn, typedCells } from "./typed-early.js";

const isRefused = "unsaved" in form.dataset;
const hasMessage = document.querySelector("#messages .message") !== null;
const typedEarly = typedCells();

followProblemsOfServer();
followProblems();
startChecking();
listenToInput();
listenToKeys();
offerKeyHelp();
offerTouchKeys();
scrollAlong(isRefused || hasMessage);

if (!("counted" in form.dataset)) markFilled();
// By now the page hears each key. A cell with autofocus would take keys before that: Enter would open
// the answers of a choice, which then swallow all that is typed, or hand in a form that has just begun.
// Who clicked on a cell and typed before that goes on where he is.
if (!typedEarly.length) goToBegin();
if (hasMessage && !isRefused) scrollTo({ top: 0, behavior: "instant" }); // also on a phone

beforeGoing(leaveForSecond);
startAutosave();
restoreDraft();
takeIn(typedEarly);

dropTyped();
form.addEventListener("submit", keepTyped, { once: true });
