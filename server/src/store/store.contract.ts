import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sampleRows } from "../../test/support/sample-rows.ts";
import type { TemporaryStore } from "../../test/support/temporary-store.ts";
import { batchContract } from "./batches.contract.ts";
import { constraintContract } from "./constraints.contract.ts";
import { migrationContract } from "./migrations/migrations.contract.ts";
import { planContract } from "./query-plans.contract.ts";
import { facetContract } from "./statements/content/facets.contract.ts";
import { factsContract } from "./statements/realtime/facts.contract.ts";
import { deliveryContract } from "./statements/realtime/live-update-deliveries.contract.ts";
import type { Store } from "./store.ts";
import { valueContract } from "./values.contract.ts";

/** Guarantees of a store in both dialects. Each dialect's test file calls this. */
export function storeContract(make: () => Promise<TemporaryStore>): void {
  const sharing = (contract: (open: () => Store) => void) => () => {
    let shared: TemporaryStore | undefined;
    beforeAll(async () => {
      shared = await make();
    });
    afterAll(() => shared?.[Symbol.asyncDispose]());
    contract(() => {
      if (shared === undefined) throw new Error("The store is not open yet.");
      return shared.store;
    });
  };

  describe("batches", sharing(batchContract));
  describe("values", sharing(valueContract));
  describe("constraints", sharing(constraintContract));
  describe("plans", sharing(planContract));
  describe("message deliveries", sharing(deliveryContract));
  describe("facts for webhooks", sharing(factsContract));
  describe("facets", sharing(facetContract));
  describe("migrations", () => migrationContract(make));

  describe("closing", () => {
    test("stores earlier writes and rejects later ones", async () => {
      await using temporary = await make();
      const { store } = temporary;
      const insert = (of: string) =>
        store.write([{ query: store.db.insertInto("apps").values(sampleRows(of).apps).compile(), expect: 1 }]);
      const before = [insert("before-1"), insert("before-2")];
      const closed = store.close();
      await expect(insert("after")).rejects.toMatchObject({ kind: "unavailable" });
      expect((await Promise.all(before)).map((each) => each.outcome)).toEqual(["committed", "committed"]);
      await closed;
      await store.close();
    });
  });
}
