// A form is typed in with keys only. What is right, and what it is worth, the server says: each
// change asks it. The page walks between cells, marks what the answer names, and saves what is
// typed.

import { startAutosave } from "./autosave.js";
import { listenToInput } from "./cell-input.js";
import { followProblems, goToBegin } from "./cell-moves.js";
import { restoreDraft } from "./draft-restore.js";
import { listenToKeys } from "./entry-keys.js";
import { scrollAlong } from "./entry-scrolling.js";
import { form } from "./form-cells.js";
import { followProblemsOfServer } from "./problem-markers.js";
import { markFilled } from "./row-sums.js";
import { offerTouchKeys } from "./touch-keys.js";

const isRefused = "unsaved" in form.dataset;
const isTold = document.querySelector("#messages .message") !== null;

followProblemsOfServer();
followProblems();
listenToInput();
listenToKeys();
offerTouchKeys();
scrollAlong(isRefused || isTold);

if (!("counted" in form.dataset)) markFilled();
goToBegin();
if (isTold && !isRefused) scrollTo({ top: 0, behavior: "instant" }); // also on a phone

startAutosave();
restoreDraft();
