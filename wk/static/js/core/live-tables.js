// A page with the list of tables: the list stays up to date, or shows that it does not.

import { askWhileVisible, showWhenStale } from "./live.js";

askWhileVisible("tables");
showWhenStale((part) => part.id === "tables");
