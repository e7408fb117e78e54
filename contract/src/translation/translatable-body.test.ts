import { expect, test } from "bun:test";
import type { Body } from "../content/body.ts";
import { translationWork } from "./translatable-body.ts";

const bold = [{ text: "Select " }, { text: "Save", bold: true }];
const body: Body = {
  type: "tour",
  steps: [{ kind: "centered", id: "a", title: "Save", blocks: [{ kind: "paragraph", spans: bold }] }],
  suppression: { offered: true, days: 365 },
};

test("counts what is left to translate, and translations without formatting, over all variants", () => {
  const translations = { de: { "a.title": "Sichern", "a.blocks.0": "Wähle Sichern" }, fr: {} };
  const variant = { id: "b", name: "Short", weight: 50, body, translations: { de: { "a.title": "Los" } } } as const;
  expect(translationWork({ body, translations, experiment: { seed: "s", weight: 50, variants: [variant] } })).toEqual([
    { language: "de", missing: 1, wrong_format: 1 },
    { language: "fr", missing: 4, wrong_format: 0 },
  ]);
  const complete = { de: { "a.title": "Sichern", "a.blocks.0": "Wähle <b>Sichern</b>" } };
  expect(translationWork({ body, translations: complete })).toEqual([{ language: "de", missing: 0, wrong_format: 0 }]);
});
