// Shows on a page with the list of tables that the list may be out of date.

import { showWhenStale } from "./live.js";

showWhenStale();
