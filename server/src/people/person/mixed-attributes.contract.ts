import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AttributeValue } from "@fanfare/contract/schema/client/v1";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import { definitionStatements } from "./attributes.ts";
import { notifyOnMixedAttributes } from "./mixed-attributes.ts";

/** Contract test for notifications about attributes with mixed types, the same for both databases. */
export function mixedAttributesContract(open: () => Promise<TemporaryStore>): void {
  test("reports only the first stored value of another type, after its commit", async () => {
    await using temporary = await open();
    let reported = 0;
    const store = notifyOnMixedAttributes(temporary.store, () => {
      reported += 1;
    });
    const { apps } = sampleRows("mixed");
    await store.write([{ query: store.db.insertInto("apps").values(apps).compile() }]);
    const statementsOf = (changes: Readonly<Record<string, AttributeValue>>) =>
      definitionStatements({ clock: manualClock(0), store }, { app_id: apps.id, owner: "person" }, changes, "verified");
    const update = async (changes: Readonly<Record<string, AttributeValue>>): Promise<number> => {
      await store.write(await statementsOf(changes));
      return reported;
    };
    expect(await update({ seats: 5, plan: "pro" })).toBe(0);
    expect(await update({ seats: 6 })).toBe(0);
    const query = store.db
      .updateTable("apps")
      .set({ revision: 2 })
      .where("id", "=", "nobody" as never)
      .compile();
    const unmet = await store.write([...(await statementsOf({ seats: "many" })), { query, expect: 1 }]);
    expect([unmet.outcome, reported]).toEqual(["unmet", 0]);
    expect(await update({ seats: "many" })).toBe(1);
    expect(await update({ seats: "more" })).toBe(1);
    expect(await update({ plan: true, seats: "most" })).toBe(2);
  });
}
