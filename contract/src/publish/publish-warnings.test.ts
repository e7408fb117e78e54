import { expect, test } from "bun:test";
import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import type { Step } from "../content/tour.ts";
import type { Target } from "../target/target.ts";
import { BUILT_IN, BUILT_IN_THEME } from "../theme/theme.ts";
import { causeText } from "../wording/cause.ts";
import { PUBLISH_WARNING_TEXTS } from "../wording/publish-warnings.ts";
import { type PublishFacts, publishWarnings } from "./publish-warnings.ts";
import type { StartedContent } from "./start-warnings.ts";

const FACTS: PublishFacts = {
  now_ms: Date.UTC(2026, 10, 21),
  themes: [],
  started: new Map(),
  audience_empty: false,
  found: [],
};
const OPEN: Edition["targeting"] = { urls: { include: [], exclude: [] } };

function step(id: string, title = `Title of ${id}`): Step {
  return { kind: "centered", id, title, blocks: [{ kind: "paragraph", spans: [{ text: `Text of ${id}` }] }] };
}
function editionOf(body: Body, more: Partial<Edition> = {}): Edition {
  const rules = { targeting: OPEN, trigger: { kind: "automatic" }, frequency: { mode: "until_completed" } } as const;
  return { ...rules, body, priority: 0, tags: [], ...more };
}
function tour(steps: readonly Step[] = [step("a"), step("b")], more: Partial<Edition> = {}): Edition {
  return editionOf({ type: "tour", steps, suppression: { offered: true, days: 365 } }, more);
}
const confetti = (colors: readonly string[]): Edition =>
  editionOf({ type: "celebration", preset: "burst", colors, suppression: { offered: false, days: 365 } });
const HINT: Body = {
  type: "hint",
  form: "popover",
  panel: { id: "p", title: "Save", blocks: [] },
  target: { strategies: [{ kind: "css", value: ".css-1x2y3z > div:nth-child(3)" }] },
  placement: "auto",
  wait_ms: 8_000,
  suppression: { offered: true, days: 365 },
};

const messagesFor = (edition: Edition, facts: Partial<PublishFacts> = {}): readonly string[] =>
  publishWarnings(edition, { ...FACTS, ...facts }).map(({ cause }) => causeText(PUBLISH_WARNING_TEXTS, cause));

test("finds no warning in complete content", () => {
  expect(messagesFor(tour())).toEqual([]);
});

test("counts missing translations by language, in the original and in variants", () => {
  const edition = tour([step("a")]);
  const complete = { "a.title": "Titel", "a.blocks.0": "Text" };
  const variant = { id: "b", name: "Short", weight: 50, body: edition.body, translations: { fr: {} } } as const;
  expect(messagesFor({ ...edition, translations: { de: complete } })).toEqual([]);
  const lacking: Edition = {
    ...{ ...edition, translations: { de: complete, ar: { "a.title": "عنوان" } } },
    experiment: { seed: "s", weight: 50, variants: [variant] },
  };
  expect(messagesFor(lacking)).toEqual([
    "1 text isn't translated to ar. People see the source language instead.",
    "In variant B “Short”: 2 texts aren't translated to fr. People see the source language instead.",
  ]);
  expect(publishWarnings(lacking, FACTS)).toMatchObject([
    { tab: "translations", cause: { values: { language: "ar" } } },
    { tab: "translations", variant: "b" },
  ]);
});

test("warns about translations without the formatting of their text, and of texts that changed since", () => {
  const marked: Step = {
    ...step("a"),
    blocks: [{ kind: "paragraph", spans: [{ text: "Select " }, { text: "Save", bold: true }] }],
  };
  const translations = { de: { "a.title": "Titel", "a.blocks.0": "Wähle Sichern" } };
  const latest = tour([marked], { translations });
  const draft = tour([{ ...marked, title: "Another title" }], { translations });
  expect(messagesFor(draft, { latest })).toEqual([
    "1 text in de doesn't match the formatting of the source text.",
    "1 text in de hasn't been updated since the source text changed.",
  ]);
  const again = { de: { "a.title": "Ein anderer Titel", "a.blocks.0": "Wähle <b>Sichern</b>" } };
  expect(messagesFor({ ...draft, translations: again }, { latest })).toEqual([]);
});

test("warns about unreachable steps, dead ends, default titles, and empty paragraphs", () => {
  const jump: Step = { ...step("a"), buttons: [{ label: "Done", action: { kind: "finish" } }] };
  const stuck: Step = { ...step("b", "Stuck"), buttons: [{ label: "Back", action: { kind: "back" } }] };
  const blank: Step = { ...step("b"), blocks: [{ kind: "paragraph", spans: [{ text: " " }] }] };
  expect(messagesFor(tour([jump, step("b", "Lost")]))).toEqual([
    "Step 2 “Lost” can't be reached. No step leads to it.",
  ]);
  expect(messagesFor(tour([step("a"), stuck]))).toEqual([
    "Step 1 “Title of a” never leads to the end of the tour. People can only close it.",
    "Step 2 “Stuck” never leads to the end of the tour. People can only close it.",
  ]);
  expect(publishWarnings(tour([step("a"), step("b", "Step 2")]), FACTS)).toMatchObject([
    { cause: { code: "default_title" }, part_id: "b" },
  ]);
  expect(messagesFor(tour([step("a"), blank]))).toEqual(["Step 2 “Title of b” has an empty paragraph."]);
});

test("warns about fragile locators, an ended schedule, a 0% rollout, and an audience without people", () => {
  expect(messagesFor(editionOf({ ...HINT, target: { ...HINT.target, picked: true } }))).toEqual([
    "“Save” uses a fragile locator that may fail when the page changes.",
  ]);
  const over = tour(undefined, {
    schedule: { ends_at: "2026-11-20T00:00", zone: "utc" },
    rollout: { percent: 0 },
  });
  expect(messagesFor(over, { audience_empty: true })).toEqual([
    "The schedule has already ended.",
    "The rollout is set to 0%, so no one will see this.",
    "No people match the audience right now.",
  ]);
});

test("warns about a target that no one picked on a page until a page has found it", () => {
  const target: Target = { strategies: [{ kind: "css", value: "#save" }] };
  const hint = editionOf({ ...HINT, target });
  const found = [{ part_id: "p", target }];
  expect(messagesFor(hint)).toEqual([
    "The target of “Save” wasn't picked on a page, and no page has found it yet. Pick it with “Edit on your page”.",
  ]);
  expect(messagesFor(hint, { found })).toEqual([]);
  expect(messagesFor(editionOf({ ...HINT, target: { ...target, picked: true } }))).toEqual([]);
  // Neither another part's target nor an earlier one of this part counts.
  expect(messagesFor(hint, { found: [{ part_id: "other", target }] })).toHaveLength(1);
  const earlier: Target = { strategies: [{ kind: "css", value: "#store" }] };
  expect(messagesFor(hint, { found: [{ part_id: "p", target: earlier }] })).toHaveLength(1);
});

test("warns about an identical, empty, or 0% variant, and about its parts", () => {
  const split = (body: Body, weight = 50): Edition => ({
    ...tour(),
    experiment: { seed: "x", weight: 100 - weight, variants: [{ id: "b", name: "Short", weight, body }] },
  });
  expect(messagesFor(split(tour().body))).toEqual(["Variant B “Short” is identical to the original."]);
  expect(messagesFor(split(tour([]).body))).toEqual(["Variant B “Short” is empty."]);
  expect(messagesFor(split(tour([step("a", "Shorter")]).body, 0))).toEqual([
    "Variant B “Short” has a share of 0%, so no one will see it.",
  ]);
  const unfinished = split(tour([step("a", "Step 1")]).body);
  expect(messagesFor(unfinished)).toEqual(["In variant B “Short”: Step 1 “Step 1” still has its default title."]);
  expect(publishWarnings(unfinished, FACTS)).toMatchObject([{ variant: "b", part_id: "a" }]);
});

test("warns about too little contrast in the selected or default theme", () => {
  const pale = { ...BUILT_IN_THEME, light: { ...BUILT_IN_THEME.light, text: "#eeeeee", muted: "#dddddd" } };
  const themes = [
    { id: "thm_1", name: "Brand", theme: BUILT_IN_THEME, is_default: true },
    { id: "thm_2", name: "Pale", theme: pale, is_default: false },
  ];
  const too_pale = "4 color pairs in theme Pale have too little contrast.";
  expect(messagesFor(tour(), { themes })).toEqual([]);
  expect(messagesFor(tour(undefined, { theme: "thm_2" }), { themes })).toEqual([too_pale]);
  const by_default = themes.map((each) => ({ ...each, is_default: each.id === "thm_2" }));
  expect(messagesFor(tour(), { themes: by_default })).toEqual([too_pale]);
  expect(messagesFor(tour(undefined, { theme: BUILT_IN }), { themes: by_default })).toEqual([]);
  expect(messagesFor(tour(undefined, { theme: "thm_gone" }), { themes })).toEqual([
    "The theme was deleted. People see the workspace's default theme.",
  ]);
});

test("checks the colors of confetti against the theme in light and dark mode", () => {
  expect(messagesFor(confetti(["#ffffff", "#d11a4a"]))).toEqual([]);
  expect(messagesFor(confetti(["#ffffff", "#fffbe6"]))).toEqual([
    "No color has enough contrast in light mode. People may not see the confetti.",
  ]);
  expect(messagesFor(confetti(["#101018"]))).toEqual([
    "No color has enough contrast in dark mode. People may not see the confetti.",
  ]);
});

test("warns about a button that starts content which people can't get", () => {
  const starter = editionOf({
    type: "checklist",
    title: "First steps",
    blocks: [],
    tasks: [
      {
        id: "look",
        title: "Look around",
        blocks: [],
        button: { label: "Start", action: { kind: "start", content: "tour" } },
        done_when: { kind: "completed", content: "tour" },
      },
    ],
    opens: "open",
    suppression: { offered: true, days: 365 },
  });
  const warningsWith = (started?: Partial<StartedContent>): readonly string[] =>
    messagesFor(starter, {
      started: new Map(
        started === undefined
          ? []
          : [["tour", { type: "tour", name: "Discover", status: "live", targeting: OPEN, ...started }]],
      ),
    });
  const part = "Task 1 “Look around”";
  expect(warningsWith()).toEqual([`${part} starts “tour”, which doesn't exist.`]);
  expect(warningsWith({ status: "archived" })).toEqual([`${part} starts “Discover”, which is archived.`]);
  expect(warningsWith({ status: "draft" })).toEqual([`${part} starts “Discover”, which isn't published in this app.`]);
  expect(warningsWith({ status: "paused" })).toEqual([`${part} starts “Discover”, which is paused in this app.`]);
  expect(warningsWith({ status: "scheduled" })).toEqual([`${part} starts “Discover”, whose schedule hasn't started.`]);
  expect(warningsWith({})).toEqual([]);
  // Its audience doesn't apply: the person asks for it.
  const audience = { kind: "locale", locales: ["de"] } as const;
  expect(warningsWith({ targeting: { ...OPEN, audience } })).toEqual([]);
  expect(warningsWith({ targeting: { urls: { include: ["/orders", "/items"], exclude: [] } } })).toEqual([
    `${part} starts “Discover”, which is only shown on /orders, /items.`,
  ]);
  expect(warningsWith({ status: "changed", rollout: { holdout_percent: 10 } })).toEqual([
    `${part} starts “Discover”, which 10% of people never see.`,
  ]);
});

test("warns about a listed checklist that isn't live, isn't a checklist, or doesn't exist", () => {
  const center = editionOf({
    type: "resource_center",
    title: "Help",
    blocks: [],
    resources: [{ id: "start", title: "Get started", action: { kind: "checklist", content: "first-steps" } }],
    launcher: { kind: "button", side: "start" },
    suppression: { offered: false, days: 365 },
  });
  const warningsWith = (listed?: Partial<StartedContent>): readonly string[] => {
    const whole = { type: "checklist", name: "First steps", status: "live", targeting: OPEN, ...listed } as const;
    return messagesFor(center, { started: new Map(listed === undefined ? [] : [["first-steps", whole]]) });
  };
  const part = "Resource 1 “Get started”";
  expect(warningsWith()).toEqual([`${part} shows the checklist “first-steps”, which doesn't exist.`]);
  expect(warningsWith({ type: "tour" })).toEqual([`${part} shows “First steps”, which isn't a checklist.`]);
  for (const status of ["draft", "paused", "scheduled", "archived"] as const) {
    expect(warningsWith({ status })).toEqual([
      `${part} shows “First steps”, which isn't live in this app. People don't see this part.`,
    ]);
  }
  // Who gets it is up to its own audience.
  expect(warningsWith({ targeting: { ...OPEN, people: "identified" } })).toEqual([]);
  expect(warningsWith({ status: "changed" })).toEqual([]);
});
