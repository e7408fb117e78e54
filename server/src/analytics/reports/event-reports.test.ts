import { expect, test } from "bun:test";
import type { PersonId } from "@fanfare/contract/lib/ids";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { CompiledQuery } from "kysely";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { nextOccurrences } from "../../store/statements/analytics/event-funnel.ts";
import { eventFunnelContract } from "./event-funnel.contract.ts";
import { retentionContract } from "./retention.contract.ts";

eventFunnelContract("SQLite", temporaryStore);
retentionContract("SQLite", temporaryStore);

const STEPS: readonly EventFunnelStep[] = [
  { kind: "event", name: "signed_up" },
  { kind: "content", content_id: "cnt_1", state: "viewed" },
  { kind: "content", content_id: "cnt_1", state: "completed" },
  { kind: "goal", goal_id: "gol_1" },
];

test("looks up each person's next step by an index that begins with the person", async () => {
  await using temporary = await temporaryStore();
  const { db } = temporary.store;
  const searches = [{ person_id: "per_1" as PersonId, since: 1, until: 2, past: undefined }];
  for (const step of STEPS) {
    const queries: CompiledQuery[] = [];
    const noting = db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        queries.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await nextOccurrences(noting, step, searches);
    const [query] = queries;
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query?.sql}`, [...(query?.parameters ?? [])]),
    );
    const plan = rows.map(({ detail }) => detail).find((detail) => detail.startsWith("SEARCH "));
    expect([step, plan]).toEqual([step, expect.stringContaining("person_id=?")]);
  }
});
