import { expect, test } from "bun:test";
import { contentWarnings } from "@fanfare/contract/publish/content-warnings";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { collectTexts } from "@fanfare/contract/translation/texts";
import { translationWork } from "@fanfare/contract/translation/translatable-body";
import { translationGaps } from "@fanfare/contract/translation/translation";
import { slugify } from "../slug.ts";
import { TEMPLATE_LANGUAGES, templateDraft, templateNeeds } from "./template.ts";
import { TEMPLATES } from "./templates.ts";

/** Every template in each language, with the other one as its translation. */
const DRAFTS = TEMPLATES.flatMap((template) =>
  TEMPLATE_LANGUAGES.map((language) => {
    const label = `${template.id} in ${language}`;
    return { label, template, language, edition: templateDraft(template, language, TEMPLATE_LANGUAGES) };
  }),
);

test("passes every publish check of every template except the elements to choose", () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(24);
  for (const { label, template, edition } of DRAFTS) {
    const issues = editionSchema.safeParse(edition).error?.issues ?? [];
    const others = issues.filter(({ path }) => !(path.includes("target") && path.at(-1) === "value"));
    expect({ label, others }).toEqual({ label, others: [] });
    expect({ label, targets: templateNeeds(edition).targets }).toEqual({ label, targets: issues.length });
    // Warnings about an element come with it.
    const warnings = issues.length > 0 ? [] : contentWarnings(edition, { now_ms: 0, found: [] });
    expect({ label, warnings }).toEqual({ label, warnings: [] });
    expect({ label, type: edition.body.type, slug: slugify(template.id) }).toEqual({
      ...{ label, type: template.type, slug: template.id },
    });
  }
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
});

test("writes every Arabic text in Arabic and no English text in it", () => {
  for (const { label, language, edition } of DRAFTS) {
    const texts = [...collectTexts(edition.body).values()];
    const arabic = texts.filter((text) => /\p{Script=Arabic}/u.test(text));
    expect({ label, arabic }).toEqual({ label, arabic: language === "ar" ? texts : [] });
  }
});

test("translates every text of every template", () => {
  for (const { label, language, edition } of DRAFTS) {
    const other = language === "en" ? "ar" : "en";
    const texts = edition.translations?.[other] ?? {};
    const gaps = translationGaps(edition.body, texts);
    expect({ label, gaps }).toEqual({ label, gaps: { missing: [], unused: [] } });
    expect(translationWork(edition)).toEqual([{ language: other, missing: 0, wrong_format: 0 }]);
  }
});
