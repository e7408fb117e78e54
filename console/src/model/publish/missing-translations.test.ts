import { expect, test } from "bun:test";
import { sampleEdition, sampleStep } from "../../../test/support/sample-drafts.ts";
import { missingTranslations } from "./missing-translations.ts";

test("counts missing translations by language, in the original and in variants", () => {
  const edition = sampleEdition([sampleStep("a")]);
  const complete = { "a.title": "Titel", "a.blocks.0": "Text" };
  const variant = { id: "b", name: "Short", weight: 50, body: edition.body, translations: { fr: {} } } as const;
  expect(missingTranslations(edition)).toEqual([]);
  expect(missingTranslations({ ...edition, translations: { de: complete } })).toEqual([]);
  expect(
    missingTranslations({
      ...{ ...edition, translations: { de: complete, ar: { "a.title": "عنوان" } } },
      experiment: { seed: "s", weight: 50, variants: [variant] },
    }),
  ).toEqual([
    { language: "ar", texts: 1, variant: undefined },
    { language: "fr", texts: 2, variant: "b" },
  ]);
});
