import { expect, test } from "bun:test";
import { PROBLEM_MEANINGS } from "@fanfare/contract/problem-meaning";
import { causeText } from "@fanfare/contract/wording/cause";
import { PUBLISH_WARNING_TEXTS } from "@fanfare/contract/wording/publish-warnings";
import { typographic } from "@fanfare/contract/wording/typographic";
import { causeLanguage } from "./cause.ts";
import { tKnown } from "./t.ts";

test("shows typographic apostrophes in texts of the contract and the server", () => {
  expect(tKnown("Body isn't valid JSON")).toBe("Body isn’t valid JSON");
  expect(typographic("Your visitors' pages and the app's key can't be read.")).toBe(
    "Your visitors’ pages and the app’s key can’t be read.",
  );
  for (const meaning of Object.values(PROBLEM_MEANINGS)) expect(typographic(meaning)).not.toMatch(/\p{L}'\p{L}/u);
});

test("leaves quoted values and the values of causes as they are", () => {
  for (const text of ["[data-x='orders']", "Use 'self' and 'none' only.", "style-src 'unsafe-inline' here"]) {
    expect(typographic(text)).toBe(text);
  }
  const cause = { code: "starts_missing", values: { part: "Step 1", slug: "it's" } };
  expect(causeText(PUBLISH_WARNING_TEXTS, cause, causeLanguage("en", undefined))).toBe(
    "Step 1 starts “it's”, which doesn’t exist.",
  );
});
