import { expect, test } from "bun:test";
import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { positionsOf } from "@fanfare/contract/content/positions";
import { createContentRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { initialDraft } from "./initial-draft.ts";

test.each([...CONTENT_TYPES])("creates a savable %s, however long its name", (type) => {
  let ids = 0;
  const newId = (): string => `id_${++ids}`;
  for (const name of ["Hello", "n".repeat(120)]) {
    const draft = initialDraft(type, name, newId);
    const read = parseDraft(createContentRequestSchema, { app_id: "1", name, slug: "hello", draft }, ["draft"]);
    if (read.outcome === "invalid") throw new Error(read.issues[0]?.message);
    const { body } = read.value.draft;
    expect(body.type).toBe(type);
    expect(positionsOf(body).length).toBeGreaterThan(0);
  }
});

test("can't be published while it points at an element that nobody chose", () => {
  const { body } = initialDraft("hint", "Hello", () => "a");
  const issues = editionSchema.safeParse({ body }).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["body.target.strategies.0.value", "Pick an element on your page, or enter a value."],
  ]);
});
