import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import { editionSchema } from "../schema/content/content.ts";
import { findTexts, replaceTexts, type TextSearch } from "./text-replacement.ts";

const edition: Edition = editionSchema.parse({
  locale: "en",
  body: {
    type: "tour",
    steps: [
      {
        ...{ id: "one", kind: "centered", title: "Your trial, {{trial|trial friend}}" },
        blocks: [
          { kind: "paragraph", spans: [{ text: "Free " }, { text: "tri", bold: true }, { text: "al. Trials end." }] },
        ],
        buttons: [{ label: "Start TRIAL", action: { kind: "next" } }],
      },
    ],
  },
  translations: { de: { "one.title": "Deine trial-Phase", "one.blocks.0": "<b>Tri</b>al und <code>trial</code>" } },
  experiment: {
    ...{ seed: "s", weight: 50 },
    variants: [
      {
        ...{ id: "b", name: "B", weight: 50 },
        body: { type: "tour", steps: [{ id: "one", kind: "centered", title: "No trial", blocks: [] }] },
      },
    ],
  },
});
const any: TextSearch = { text: "trial", match_case: false, whole_words: false };
const everything = () => true;

test("finds a text in all languages and variants, across formatting, and not in attribute names", () => {
  const found = findTexts(edition, any).map(({ variant, language, key, text, ranges }) => [
    ...[variant, language, key],
    ranges.map(({ start, end }) => text.slice(start, end)),
  ]);
  expect(found).toEqual([
    ["a", null, "one.title", ["trial", "trial"]],
    ["a", null, "one.blocks.0", ["trial", "Trial"]],
    ["a", null, "one.buttons.0", ["TRIAL"]],
    ["a", "de", "one.title", ["trial"]],
    ["a", "de", "one.blocks.0", ["Trial", "trial"]],
    ["b", null, "one.title", ["trial"]],
  ]);
  const exact = findTexts(edition, { ...any, match_case: true, whole_words: true });
  expect(exact.map(({ key, language, ranges }) => [key, language, ranges.length])).toEqual([
    ["one.title", null, 2],
    ["one.blocks.0", null, 1],
    ["one.title", "de", 1],
    ["one.blocks.0", "de", 1],
    ["one.title", null, 1],
  ]);
});

test("names the part that has the text, and none for texts of the whole content", () => {
  const tasks = [{ id: "invite", title: "Invite a trial user", blocks: [], done_when: { kind: "person" } }] as const;
  const looks = { blocks: [], opens: "open", skippable: true, suppression: { offered: false, days: 365 } } as const;
  const body: Body = { type: "checklist", title: "Your trial", tasks, ...looks };
  const translations = { de: { "invite.title": "Probe-Trial" } };
  expect(findTexts({ ...edition, body, translations, experiment: undefined }, any)).toMatchObject([
    { key: "title", part: null },
    { key: "invite.title", language: null, part: { number: 1, title: "Invite a trial user" } },
    { key: "invite.title", language: "de", part: { number: 1, title: "Invite a trial user" } },
  ]);
});

test("replaces in the selected texts and keeps formatting, tags, and everything else", () => {
  const changed = replaceTexts(edition, any, "test", ({ key }) => key !== "one.title");
  expect(findTexts(changed, any).map(({ key }) => key)).toEqual(["one.title", "one.title", "one.title"]);
  const { body, translations } = changed;
  expect(body.type === "tour" && body.steps[0]?.blocks).toEqual([
    { kind: "paragraph", spans: [{ text: "Free " }, { text: "test", bold: true }, { text: ". tests end." }] },
  ]);
  expect(translations).toEqual({
    de: { "one.title": "Deine trial-Phase", "one.blocks.0": "<b>test</b> und <code>test</code>" },
  });
  expect(replaceTexts(edition, any, "test", () => false)).toEqual(edition);
  expect(replaceTexts(edition, { ...any, text: "absent" }, "test", everything)).toEqual(edition);
});

test("replaces exactly what it found, whatever the texts are", () => {
  const letters = fc.string({
    unit: fc.constantFrom("a", "A", "b", "İ", "ß", "😀", " ", "{", "}", "|"),
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      letters,
      letters.filter(Boolean),
      letters,
      fc.boolean(),
      fc.boolean(),
      (title, text, by, match_case, whole_words) => {
        const tried: Edition = { ...edition, experiment: undefined, translations: { de: { x: title } } };
        const [match] = findTexts(tried, { text, match_case, whole_words }).filter(({ key }) => key === "x");
        const expected = match?.ranges
          .toReversed()
          .reduce((now, { start, end }) => now.slice(0, start) + by + now.slice(end), title);
        const changed = replaceTexts(tried, { text, match_case, whole_words }, by, everything);
        expect(changed.translations).toEqual({ de: { x: expected ?? title } });
      },
    ),
  );
});
