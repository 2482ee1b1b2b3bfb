// Keeps what is typed: on the server as soon as somebody pauses, and in this browser until the
// server says that it has it. A sign beside the button tells what is kept where.
"use strict";

(() => {
  const form = document.getElementById("score-form");
  const sign = document.getElementById("kept");
  if (!form || !sign) return;
  const PAUSE = 1000; // milliseconds without a key
  const RETRY = 5000;
  const PATIENCE = 8000; // for an answer
  const FRESH = 7 * 24 * 3600 * 1000; // what is older was forgotten long ago
  const COLUMNS = ["players", "seat_keys"]; // whose they are
  const OWN = [...COLUMNS, "csrfmiddlewaretoken", "expected_version", "expected_draft", "mode", "action",
    "sure", "reason", "typing_error"]; // of the page, and not of the paper
  const key = `wk/${form.dataset.key}`;
  const aside = `${key}/aside`;
  const field = (name) => form.elements[name];
  const version = Number(field("expected_version").value);
  const byId = (id) => document.getElementById(id);

  // What is typed, as text that can be compared: the mode, and the cells that are not empty.
  const tidy = (mode, cells) => JSON.stringify([mode, cells
    .filter(([name, text]) => !OWN.includes(name) && String(text).trim())
    .map(([name, text]) => [name, String(text).trim()])
    .sort(([one], [other]) => (one < other ? -1 : 1))]);
  const content = () => tidy(field("mode").value, [...new FormData(form)]);
  const cellsOf = (text) => JSON.stringify(JSON.parse(text)[1]);

  let kept = content(); // what the server has
  let revision = Number(field("expected_draft").value);
  let sent = kept; // what it was sent last, and may have
  let conflict = null;
  let busy = null;
  let timer = 0;
  let since = null;
  let isDone = false; // handed in, or thrown away
  const hold = (isHeld) => { for (const part of form.querySelectorAll(".head-cells, .form-rows, .form-side > .actions")) part.inert = isHeld; };

  // In the browser.
  const read = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const write = (name, copy) => { try { localStorage.setItem(name, JSON.stringify(copy)); return true; } catch { return false; } };
  const forget = (name) => { try { localStorage.removeItem(name); } catch { /* nothing was kept */ } };
  const columns = () => COLUMNS.map((name) => [name, field(name).value]);
  const remember = () => write(key, { content: content(), columns: columns(), sent, revision, version, at: Date.now() });
  const tidyUp = () => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith("wk/") && !(read(name)?.at > Date.now() - FRESH)) forget(name);
  };

  const clock = (moment) => new Date(moment).toLocaleTimeString("nl-NL", { hour: "2-digit", minute: "2-digit" });
  const show = (state, at) => {
    sign.dataset.sign = state;
    const time = sign.querySelector(`[data-when=${state}] time`);
    if (time && at) time.textContent = at;
  };

  // On the server. Who logged in again in another tab has another token: that of the cookie.
  const send = (body, isLast = false) => {
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
    if (token) { field("csrfmiddlewaretoken").value = token; body.set("csrfmiddlewaretoken", token); }
    return fetch(form.dataset.draft, {
      method: "POST", body, headers: { "HX-Request": "true" }, redirect: "manual", keepalive: isLast,
      signal: isLast ? null : AbortSignal.timeout(PATIENCE),
    });
  };
  const bodyNow = () => {
    const body = new FormData(form);
    body.set("expected_draft", revision);
    return body;
  };
  const acknowledged = ({ revision: number, at }, now) => {
    revision = number;
    field("expected_draft").value = number;
    kept = now;
    if (content() === now) forget(key); else remember();
    if (since) htmx.trigger(document.body, "check");
    since = null;
    show("saved", at);
    return "saved";
  };
  const failed = (state) => {
    since ??= Date.now();
    show(remember() ? state : "nowhere", clock(since));
    return state;
  };
  const tellConflict = ({ message, is_carried: isCarried }) => {
    const box = byId("elsewhere");
    box.querySelector("span").textContent = message;
    for (const part of box.querySelectorAll("[data-of]")) part.hidden = isCarried !== (part.dataset.of === "carried");
    box.hidden = false;
    if (isCarried) box.focus();
  };
  // To other columns: nobody types on in these, and what was typed meanwhile goes after the rest.
  const carriedOn = async (now) => {
    hold(true);
    const answer = content() === now ? { ok: true } : await send(bodyNow()).catch(() => null);
    if (answer?.ok || answer?.status === 409) { forget(key); show("saved", clock(Date.now())); } else failed("away");
    return "elsewhere";
  };
  const attempt = async () => {
    const now = content();
    const before = sent;
    let answer, said;
    sent = now;
    remember();
    try {
      answer = await send(bodyNow());
      if (answer.ok || answer.status === 409) said = await answer.json();
    } catch { return failed("away"); }
    if (answer.ok) return acknowledged(said, now);
    if (answer.status === 422) return failed("refused");
    if (answer.status === 409) {
      revision = said.revision;
      const theirs = cellsOf(tidy("", Object.entries(said.cells)));
      if (!said.is_carried && (theirs === cellsOf(before) || theirs === cellsOf(now))) return attempt(); // our own: only its answer was lost
      conflict = said;
      tellConflict(said);
      return said.is_carried ? carriedOn(now) : failed("elsewhere");
    }
    return failed([401, 403].includes(answer.status) || answer.type === "opaqueredirect" ? "out" : "away");
  };
  const save = async () => {
    if (busy || conflict || isDone) return busy;
    clearTimeout(timer);
    busy = attempt();
    const state = await busy;
    busy = null;
    if (isDone) return state;
    if (state === "away" || state === "out") timer = setTimeout(save, RETRY);
    else if (state === "saved" && content() !== kept) timer = setTimeout(save, PAUSE);
    return state;
  };
  const saveSoon = () => {
    if (isDone) return;
    remember();
    if (since && sign.dataset.sign !== "refused") return; // it is tried again by itself
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  };

  // Handing in goes by way of the draft: what the server does not answer to would lose the page.
  let isHandingIn = false;
  const pause = () => new Promise((done) => { timer = setTimeout(done, RETRY); });
  const handIn = async (button) => {
    isHandingIn = true;
    await busy;
    clearTimeout(timer);
    for (;;) {
      busy = attempt();
      const state = await busy;
      busy = null;
      if (state !== "away" && state !== "out") break;
      if (state === "away") show("waiting", clock(since));
      await pause();
    }
    isDone = true;
    form.requestSubmit(button);
  };
  form.addEventListener("submit", (event) => {
    if (isDone) return;
    event.preventDefault();
    if (!isHandingIn) handIn(event.submitter);
  });
  byId("drop-draft")?.addEventListener("submit", () => { isDone = true; forget(key); forget(aside); });

  // What this browser kept is brought back by way of the server, so that the page has room for it.
  // Nobody types meanwhile in what is about to go. The next page says so once; a fragment in its
  // address would say it too, but takes the focus from the cell where typing begins.
  const BACK = "wk/brought-back";
  const bringBack = async (copy) => {
    const [mode, cells] = JSON.parse(copy.content);
    const begun = document.activeElement;
    hold(true);
    const body = new FormData();
    body.set("expected_version", version);
    for (const [name, text] of copy.columns ?? columns()) body.set(name, text);
    body.set("expected_draft", revision);
    body.set("mode", mode);
    for (const [name, text] of cells) body.set(name, text);
    const answer = await send(body).catch(() => null);
    const isCarried = answer?.status === 409 && (await answer.json()).is_carried; // to other columns
    if (!answer?.ok && !isCarried) {
      hold(false);
      begun.focus();
      offer(copy);
      return;
    }
    isDone = true;
    forget(key);
    forget(aside);
    try { sessionStorage.setItem(BACK, key); } catch { /* it is not said */ }
    location.replace(location.pathname);
  };
  const tell = () => {
    try {
      byId("restored").hidden = sessionStorage.getItem(BACK) !== key;
      sessionStorage.removeItem(BACK);
    } catch { /* it is not said */ }
  };
  const offer = (copy) => {
    write(aside, copy);
    forget(key);
    const box = byId("kept-here");
    box.querySelector("time").textContent = clock(copy.at);
    box.hidden = false;
  };
  const look = () => {
    const copy = read(key);
    const isSameKind = copy && JSON.parse(copy.content)[0] === field("mode").value;
    const isNewer = isSameKind && copy.version === version
      && (copy.revision === revision || cellsOf(copy.sent) === cellsOf(kept));
    if (copy && copy.content !== kept) {
      if (isNewer && !("unsaved" in form.dataset)) bringBack(copy);
      else offer(copy);
    } else {
      forget(key);
      if (read(aside)) offer(read(aside));
    }
  };
  const choices = {
    back: () => bringBack(read(aside)),
    away: () => { forget(aside); byId("kept-here").hidden = true; },
    mine: () => { conflict = null; byId("elsewhere").hidden = true; save(); },
    theirs: () => { isDone = true; forget(key); location.replace(location.pathname); },
    on: async () => { // what goes after the rest is on its way, or stays here for the next page
      await busy;
      isDone = true;
      location.replace(location.pathname);
    },
  };
  document.addEventListener("click", ({ target }) => choices[target.dataset?.choose]?.());

  form.addEventListener("input", saveSoon);
  form.addEventListener("change", saveSoon);
  document.addEventListener("click", (event) => { // a moment, so that the next page has it all
    const link = event.target.closest("a[href]:not([target], [data-goto])");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || since || content() === kept) return;
    event.preventDefault();
    save().finally(() => { location.href = link.href; });
  });
  window.addEventListener("online", () => { if (since) save(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden && content() !== kept) save(); });
  window.addEventListener("pagehide", () => {
    const gone = new FormData();
    gone.set("csrfmiddlewaretoken", field("csrfmiddlewaretoken").value);
    gone.set("gone", "1");
    navigator.sendBeacon(form.dataset.present, gone);
    if (isDone || conflict || content() === kept) return;
    sent = content();
    remember();
    send(bodyNow(), true).catch(() => {});
  });

  tidyUp();
  tell();
  look();
  if ("unsaved" in form.dataset) { kept = ""; saveSoon(); }
})();
