// Keeps what a table writes: on this phone at once, and by the office as soon as it answers. The key
// of the table is sent in the body of requests only, and never shown.

const RETRY = 4000; // ms
const PATIENCE = 8000;
const KEY = "wk-phone-key";
const LANGUAGE = "wk-phone-language";
const recordName = (key) => `wk-phone ${key}`;

// Two forms are the same when their cells are, in whatever order they were written.
export const textOf = (cells) =>
  JSON.stringify(Object.fromEntries(Object.entries(cells).filter(([, value]) => value).sort()));

const memory = new Map();
export let isKeeping = true; // false where this browser keeps nothing
const read = (name) => {
  try { return localStorage.getItem(name); } catch { return memory.get(name) ?? null; }
};
const keep = (name, text) => {
  memory.set(name, text);
  try { localStorage.setItem(name, text); isKeeping = true; } catch { isKeeping = false; }
};

export const chosenLanguage = () => read(LANGUAGE);
export const chooseLanguage = (language) => keep(LANGUAGE, language);

// What this phone kept of a form, or null where it was damaged: the office has it, or it begins anew.
const recordOf = (text) => {
  try {
    const record = JSON.parse(text);
    return record?.data && record.cells ? record : null;
  } catch { return null; }
};

// Take the key out of the address bar, where it would be seen and shared.
const takeKey = () => {
  const [, key] = location.hash.match(/^#([\w-]{16,40})$/) ?? [];
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (key) keep(KEY, key);
  return key ?? read(KEY) ?? "";
};

// Whether the columns of a form are of others by now. Where only names changed over they are not.
const areOthers = (before, now) =>
  before.seatKeys ? before.seatKeys !== now.seatKeys : before.players !== now.players;

export class Store {
  // `changed` is called with "all" when another page is to be shown, with "sign" otherwise.
  constructor(changed) {
    this.changed = changed;
    this.key = takeKey();
    this.record = recordOf(read(recordName(this.key)));
    this.trouble = null; // what the office answered in place of keeping it
    this.conflict = null; // what another phone wrote
    this.isAway = false;
    this.isBusy = false;
    window.addEventListener("online", () => this.resume());
    window.addEventListener("hashchange", () => location.reload());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.resume(); });
    setInterval(() => this.resume(), RETRY);
  }

  get isDirty() {
    const { record } = this;
    return Boolean(record) && (record.sent !== null || textOf(record.cells) !== record.kept);
  }

  // What scoring made of exactly what stands on this phone now, or null.
  get known() {
    return this.record && !this.isDirty ? this.record.known : null;
  }

  keep() {
    if (this.record) keep(recordName(this.key), JSON.stringify(this.record));
  }

  // Something was written: keep it here, then send it when the hand rests.
  wrote() {
    this.trouble = null;
    this.keep();
    this.changed("sign");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.push(), 300);
  }

  async post(path, fields = {}) {
    const body = new URLSearchParams({ key: this.key, ...fields });
    const headers = { "Accept-Language": document.documentElement.lang };
    const signal = AbortSignal.timeout?.(PATIENCE);
    const asked = { method: "POST", body, headers, signal, credentials: "omit", cache: "no-store" };
    let answer = null;
    try {
      const response = await fetch(path, asked);
      if (response.status < 500 && response.status !== 429)
        answer = { ok: response.ok, body: await response.json() };
    } catch { /* no network, or no answer that makes sense: the same, for who waits */ }
    this.isAway = answer === null;
    return answer;
  }

  // Open the form: as the office has it, or as this phone kept it.
  async open() {
    if (!this.key) return;
    const answer = await this.post("state/");
    if (answer?.ok) this.take(answer.body);
    else if (answer) this.trouble = answer.body;
    this.changed(answer ? "all" : "sign");
    this.push();
  }

  take({ cells, revision, standing, known, ...data }) {
    const there = this.record;
    const isOld = !there || !this.isDirty; // nothing here that the office does not have
    this.trouble = null;
    // First what stands here goes to the office, unless that said that just these are its columns.
    const isSame = there?.sameAs && there.sameAs === data.seatKeys;
    if (!isOld && !isSame && areOthers(there.data, data)) return;
    this.record = { at: -1, filled: [], sent: null, ...there, sameAs: "", data, standing };
    if (isOld) {
      if (there && textOf(there.cells) !== textOf(cells)) this.record.at = -1;
      Object.assign(this.record, { cells, revision, known, kept: textOf(cells) });
    }
    this.keep();
  }

  resume() {
    if (this.isAway && !this.isDirty) this.open();
    else this.push();
  }

  // Send the latest; what was on its way is sent again as it was, until there is an answer to it, so
  // that this phone never takes its own words for those of another.
  async push() {
    const { record } = this;
    if (!record || this.isBusy || this.trouble || this.conflict || !this.isDirty) return;
    const text = record.sent ?? textOf(record.cells);
    record.sent = text;
    this.keep();
    this.isBusy = true;
    this.changed("sign");
    const answer = await this.post("save/", this.fields(text));
    this.isBusy = false;
    if (answer && record.sent === text) this.kept(answer, text);
    this.changed("sign");
    if (answer?.ok) this.push();
  }

  fields(cells) {
    const { revision, data } = this.record;
    return { cells, revision, players: data.players, seat_keys: data.seatKeys ?? "" };
  }

  kept({ ok, body }, text) {
    const { record } = this;
    record.sent = null;
    if (ok) {
      const isNews = record.standing !== body.standing;
      const { revision, known, standing } = body;
      Object.assign(record, { kept: text, revision, known, standing });
      if (isNews) this.changed("all");
      if (body.known.size !== record.data.size) this.open(); // the form has more room now
    } else if (body.code === "conflict") {
      this.conflict = body;
      this.changed("all");
    } else if (body.code === "handed-in") this.drop();
    else if (body.isKept) { // in the columns of who sits here now
      Object.assign(record, { kept: text, revision: body.revision });
      if (this.isDirty) this.push();
      else this.trouble = body;
      this.changed("all");
    }
    else {
      record.sameAs = body.sameAs ?? ""; // of who sits here now, under other names
      this.trouble = body;
      this.changed("all");
    }
    this.keep();
  }

  // What is here came too late: look at what the office has.
  drop() {
    this.record.kept = textOf(this.record.cells);
    this.open();
  }

  // Two phones kept this form: one of them goes on.
  choose(isMine) {
    const { theirs, revision, known } = this.conflict;
    this.conflict = null;
    Object.assign(this.record, { revision, known, kept: textOf(theirs) });
    if (!isMine) Object.assign(this.record, { cells: theirs, at: -1, filled: [] });
    this.keep();
    this.changed("all");
    if (isMine) this.push();
    else this.open(); // it may be of other columns
  }

  // Hand in what stands here; returns null without a network, else what the office answered.
  async confirm(sure) {
    const cells = textOf(this.record.cells);
    const answer = await this.post("confirm/", { ...this.fields(cells), sure });
    if (answer?.ok) {
      const { standing, known, revision } = answer.body;
      Object.assign(this.record, { standing, known, revision, kept: cells, sent: null });
      this.keep();
    } else if (answer?.body.isKept) this.kept(answer, cells);
    return answer;
  }
}
