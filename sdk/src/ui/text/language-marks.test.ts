import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { JSDOM } from "jsdom";
import type { Page, PlayerEvent, StagedPlayerOptions } from "../types.ts";
import { markFeedItem, splitByLanguage, withLanguageMarks } from "./language-marks.ts";

// jsdom has its own types; the members used here exist in browsers, too.
const window = new JSDOM("<!doctype html><body></body>").window as unknown as Page["window"];
const { document } = window;

/** A German player in a shadow root, with `texts` in `locale`. */
function setUp(texts: readonly string[], locale = "en") {
  const host = document.createElement("div");
  const shadow = host.attachShadow({ mode: "open" });
  const status = document.createElement("div");
  status.setAttribute("role", "status");
  const box = document.createElement("div");
  shadow.append(status, box);
  document.body.append(host);
  const given: StagedPlayerOptions[] = [];
  const thrown: unknown[] = [];
  const handle = withLanguageMarks(
    (options) => {
      given.push(options);
      return { next() {}, back() {}, goTo() {}, update() {}, close() {} };
    },
    { locale, texts },
  )({
    ...{ window, document, clock: manualClock(), name: "", step_id: null, labels: {}, locale: "de" },
    edition: {
      body: { type: "celebration", preset: "burst", suppression: { offered: false, days: 365 } },
      targeting: { urls: { include: [], exclude: [] } },
      ...{ trigger: { kind: "manual" }, frequency: { mode: "always" }, priority: 0, tags: [] },
    },
    act() {},
    celebrate(_, options_given) {
      thrown.push(options_given);
      return { finished: Promise.resolve({ reason: "played" }), shown: () => true, stop() {}, cancel() {} };
    },
    on() {},
  });
  const [options] = given;
  if (options === undefined) throw new Error("It was not opened.");
  const add = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    box.append(made);
    return made;
  };
  const emit = (event: PlayerEvent): void => options.on(event, box);
  const show = (): void => emit({ kind: "step_shown", step_id: "one", index: 0 });
  return { status, box, add, emit, show, handle, options, thrown };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("marks text in another language and its direction if different", () => {
  const { add, show } = setUp(["طلب جديد"], "ar");
  const [foreign, own] = [add("h2", "طلب جديد"), add("p", "Hier beginnt es.")];
  show();
  expect([foreign.lang, foreign.dir]).toEqual(["ar", "rtl"]);
  expect([own.lang, own.dir]).toEqual(["", ""]);
  const english = setUp(["Orders"]);
  const title = english.add("h2", "Orders");
  english.show();
  expect([title.lang, title.dir]).toEqual(["en", ""]);
});

test("marks only the part of a line that is in another language", () => {
  const { add, show } = setUp(["Which one?"]);
  const line = add("legend", "");
  line.append("Which one?", Object.assign(document.createElement("span"), { textContent: " (Pflicht)" }));
  show();
  expect(line.lang).toBe("");
  expect(line.innerHTML).toBe('<span lang="en">Which one?</span><span> (Pflicht)</span>');
});

test("marks accessible names, pictures, and placeholders, but not containers", () => {
  const { add, box, show } = setUp(["Invite", "A map", "Why?", "Never"]);
  const task = add("button", "Invite", { "aria-label": "Invite, erledigt" });
  const [picture, field] = [add("img", "", { alt: "A map" }), add("input", "", { placeholder: "Why?" })];
  const end = add("input", "", { "aria-label": "0, Never" });
  box.setAttribute("aria-label", "Invite");
  add("p", "Noch etwas.");
  show();
  expect([task, picture, field, end].map(({ lang }) => lang)).toEqual(["en", "en", "en", "en"]);
  expect(box.lang).toBe("");
});

test("announces each part in its own language", async () => {
  const { status, show } = setUp(["Orders", "Order"]);
  show();
  status.textContent = "Orders. Schritt 1 von 2";
  await turn();
  expect(status.innerHTML).toBe('<span lang="en">Orders</span>. Schritt 1 von 2');
  status.textContent = "Fertig";
  await turn();
  expect(status.innerHTML).toBe("Fertig");
});

test("updates the mark when the text of an element changes", async () => {
  const { add, show, emit } = setUp(["Orders", "Second"]);
  const title = add("h2", "Orders");
  show();
  title.textContent = "Bestellungen";
  await turn();
  expect(title.lang).toBe("");
  title.textContent = "Second";
  await turn();
  expect(title.lang).toBe("en");
  emit({ kind: "ended", reason: "completed", suppress: false });
  title.textContent = "Dritter";
  await turn();
  expect(title.lang).toBe("en");
});

test("uses the marks of a new version", async () => {
  const { add, show, handle } = setUp(["Orders"]);
  const [first, second] = [add("h2", "Orders"), add("p", "Parcels")];
  show();
  handle.setUntranslated?.({ locale: "fr", texts: ["Parcels"] });
  expect([first.lang, second.lang]).toEqual(["", "fr"]);
  handle.setUntranslated?.(undefined);
  expect([first.lang, second.lang]).toEqual(["", ""]);
});

test("passes languages on to custom renderers and celebrations", () => {
  const { options, thrown } = setUp(["Done!"]);
  expect([options.langOf?.("Done!"), options.langOf?.("Fertig!")]).toEqual(["en", undefined]);
  options.celebrate("burst", { message: "Done!", locale: "de" });
  options.celebrate("burst", { message: "Fertig!", locale: "de" });
  expect(thrown).toEqual([
    { message: "Done!", locale: "en" },
    { message: "Fertig!", locale: "de" },
  ]);
});

test("marks a feed item and its untranslated texts with their languages", () => {
  const [head, detail] = [document.createElement("span"), document.createElement("div")];
  head.append("غير مقروء: ", "Bundles");
  const add = (text: string): HTMLElement => {
    const line = document.createElement("p");
    line.textContent = text;
    detail.append(line);
    return line;
  };
  const [own, foreign, known] = [add("حزم"), add("Ship together."), add("Ship together.")];
  known.lang = "en-GB";
  const panels = [{ id: "p", title: "Bundles", blocks: [] }];
  const item = { kind: "announcement", id: "cnt_1", slug: "s", tone: "info", at: "", read_at: null, panels } as const;
  markFeedItem(
    document,
    { ...item, locale: "ar", untranslated: { locale: "en", texts: ["Bundles", "Ship together."] } },
    head,
    detail,
  );
  const [title] = head.children;
  if (!(title instanceof window.HTMLElement)) throw new Error("The title is no element.");
  expect([head.textContent, title.textContent]).toEqual(["غير مقروء: Bundles", "Bundles"]);
  expect([title, detail, own, foreign, known].map(({ lang, dir }) => `${lang} ${dir}`.trim())).toEqual([
    ...["en ltr", "ar rtl", "", "en ltr", "en-GB"],
  ]);
});

test.each([
  ["Orders", ["Orders"], ["+Orders"]],
  ["Orders. Next", ["Orders", "Next"], ["+Orders", "-. ", "+Next"]],
  ["Reorders. Preorders", ["orders"], ["-Reorders. Preorders"]],
  ["Why? (Pflicht)", ["Why?"], ["-Why? (Pflicht)"]],
  ["One. One two. One two, fertig", ["One", "One two"], ["+One", "-. ", "+One two", "-. ", "+One two", "-, fertig"]],
  ["", ["One"], []],
])("splits %s around a text that stands alone", (text, texts, expected) => {
  expect(splitByLanguage(text, new Set(texts)).map(({ text, foreign }) => (foreign ? "+" : "-") + text)).toEqual(
    expected,
  );
});
