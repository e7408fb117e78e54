import { expect, test } from "bun:test";
import { translationGaps } from "@fanfare/contract/translation/translation";
import { consoleTour } from "./console-tour.ts";

test("has every text of the console tour in each console language", () => {
  for (const { edition } of consoleTour.contents) {
    const translations = Object.entries(edition.translations ?? {});
    expect(translations.map(([tag]) => tag)).toEqual(["ar"]);
    for (const [, texts] of translations) {
      expect(translationGaps(edition.body, texts)).toEqual({ missing: [], unused: [] });
    }
  }
});
