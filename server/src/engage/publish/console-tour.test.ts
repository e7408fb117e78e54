import { expect, test } from "bun:test";
import { translationGaps } from "@fanfare/contract/content/translation";
import { consoleTour } from "./console-tour.ts";

test("the console greets its members in each of its languages, with every text", () => {
  for (const { edition } of consoleTour.contents) {
    const translations = Object.entries(edition.translations ?? {});
    expect(translations.map(([tag]) => tag)).toEqual(["ar"]);
    for (const [, texts] of translations) {
      expect(translationGaps(edition.body, texts)).toEqual({ missing: [], unused: [] });
    }
  }
});
