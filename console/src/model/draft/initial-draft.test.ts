import { expect, test } from "bun:test";
import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { positionsOf } from "@fanfare/contract/content/positions";
import { createContentRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { initialDraft } from "./initial-draft.ts";

test.each([...CONTENT_TYPES])("creates a savable %s, however long its name", (type) => {
  let ids = 0;
  const newId = (): string => `id_${++ids}`;
  for (const name of ["Hello", "n".repeat(120)]) {
    const draft = initialDraft(type, name, "hello", newId);
    const { draft: made } = createContentRequestSchema.parse({ app_id: "1", name, slug: "hello", draft });
    expect(made.body.type).toBe(type);
    expect(positionsOf(made.body).length).toBeGreaterThan(0);
  }
});
