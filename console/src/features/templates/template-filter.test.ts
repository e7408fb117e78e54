import { expect, test } from "bun:test";
import { TEMPLATES } from "../../model/templates/templates.ts";
import { readTemplateSearch } from "./search.ts";
import { filterTemplates } from "./template-filter.ts";

const idsOf = (address: object): readonly string[] => {
  const search = readTemplateSearch(address as Parameters<typeof readTemplateSearch>[0]);
  return filterTemplates(TEMPLATES, search).map(({ id }) => id);
};

test("finds templates by type, goal, and words in either language", () => {
  expect(idsOf({ q: "nps" })).toEqual(["nps"]);
  expect(idsOf({ q: "استبيان الإلغاء" })).toEqual(["cancellation"]);
  expect(idsOf({ q: "CONFETTI milestone" })).toEqual(["milestone"]);
  expect(idsOf({ type: "hint", goal: "adoption" })).toEqual(["new-button", "shortcut-tip"]);
  expect(idsOf({ type: "survey", goal: "service" })).toEqual([]);
  expect(idsOf({ type: "unknown", goal: "unknown" })).toHaveLength(TEMPLATES.length);
});
