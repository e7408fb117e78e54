import { expect, test } from "bun:test";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { withoutLanguage } from "@fanfare/contract/translation/translation";
import { sampleDraft, sampleSurvey } from "../../../test/support/sample-drafts.ts";
import { LOCALE_OPTIONS, localeOption } from "../../lib/i18n/locale-options.ts";
import { textGroups, withoutUnused, withText } from "./translation-texts.ts";

test("groups texts by part and labels them", () => {
  expect(textGroups(sampleDraft().edition.body)[0]).toEqual({
    title: "Step 1: Title of a",
    texts: [
      { key: "a.title", text: "Title of a", place: "Title" },
      { key: "a.blocks.0", text: "Text of a", spans: [{ text: "Text of a" }], place: "Text" },
    ],
  });
  const thanks = { title: "Thank you", blocks: [] };
  expect(textGroups({ ...sampleSurvey, thanks }).map(({ title }) => title)).toEqual([
    ...["Introduction", "Question 1: a", "Question 2: b", "Thank-you message"],
  ]);
});

test("names the items of a list and what a matrix asks", () => {
  const list = { kind: "list", ordered: false, items: [[{ text: "Pick" }], [{ text: "Pack" }]] } as const;
  const [rows, columns] = [[{ id: "r", label: "Speed" }], [{ id: "c", label: "Good" }]];
  const matrix = { id: "m", kind: "matrix", title: "Rate", required: false, rows, columns } as const;
  const body = { ...sampleSurvey, blocks: [list], questions: [matrix] };
  expect(textGroups(body).flatMap(({ texts }) => texts.map(({ place }) => place))).toEqual([
    ...["Title", "List item", "List item", "Title", "Row", "Column"],
  ]);
});

test("drops empty texts and keeps a language without texts until it is removed", () => {
  const title = { key: "a.title", text: "Hello", place: "Title" };
  const german = withText({}, "de", title, "Hallo");
  expect(german).toEqual({ de: { "a.title": "Hallo" } });
  expect(withText(german, "de", title, "")).toEqual({ de: {} });
  expect(withoutLanguage(german, "de")).toBeUndefined();
  expect(withoutLanguage({ ...german, fr: {} }, "de")).toEqual({ fr: {} });
  expect(withoutUnused({ "a.title": "Hallo", "gone.title": "Weg" }, ["gone.title"])).toEqual({ "a.title": "Hallo" });
});

test("has each language's English name, native name, and direction", () => {
  expect(localeOption("de")).toEqual({ id: "de", label: "German", hint: "Deutsch" });
  expect(localeOption("not a tag")).toEqual({ id: "not a tag", label: "not a tag", hint: "not a tag" });
  expect(
    LOCALE_OPTIONS.filter(({ id }) => textDirection(id) === "rtl")
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([...["ar", "fa", "he", "ur"]]);
});
