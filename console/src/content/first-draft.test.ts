import { expect, test } from "bun:test";
import { CONTENT_TYPES } from "@fanfare/contract/content";
import { createContentRequestSchema } from "@fanfare/contract/schema/api";
import { stationsOf } from "@fanfare/contract/stations";
import { firstDraft } from "./first-draft.ts";

test.each([...CONTENT_TYPES])("a new %s can be saved as it is, however long its name", (type) => {
  let ids = 0;
  const newId = (): string => `id_${++ids}`;
  for (const name of ["Hello", "n".repeat(120)]) {
    const draft = firstDraft(type, name, "hello", newId);
    const { draft: made } = createContentRequestSchema.parse({ app_id: "1", name, slug: "hello", draft });
    expect(made.body.type).toBe(type);
    expect(stationsOf(made.body).length).toBeGreaterThan(0);
  }
});
