import { expect, test } from "bun:test";
import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { positionsOf } from "@fanfare/contract/content/positions";
import { createContentRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { initialDraft } from "./initial-draft.ts";

test.each([...CONTENT_TYPES])("creates a savable %s without a title that people would see", (type) => {
  let ids = 0;
  const newId = (): string => `id_${++ids}`;
  const draft = initialDraft(type, newId);
  const read = parseDraft(createContentRequestSchema, { name: "Hello", slug: "hello", draft }, ["draft"]);
  if (read.outcome === "invalid") throw new Error(read.issues[0]?.message);
  const { body } = read.value.draft;
  expect(body.type).toBe(type);
  expect(positionsOf(body).length).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toContain("Hello");
});

test("creates a survey that can be published as it is", () => {
  const { body } = initialDraft("survey", () => "a");
  expect(editionSchema.safeParse({ body }).error?.issues).toBeUndefined();
});

test("can't be published while it points at an element that no one chose", () => {
  const { body } = initialDraft("hint", () => "a");
  const issues = editionSchema.safeParse({ body }).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["body.panel.title", "Enter a title."],
    ["body.target.strategies.0.value", "Pick an element on your page, or enter a value."],
  ]);
});
