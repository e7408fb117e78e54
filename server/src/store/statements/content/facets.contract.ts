import { expect, test } from "bun:test";
import { startCutoffs } from "@fanfare/contract/targeting/upcoming";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { toJson } from "../../columns.ts";
import type { Store } from "../../store.ts";
import { auditCounts, contentCounts } from "./facets.ts";

export function facetContract(open: () => Store): void {
  test("counts choices by type, status, and tag, and actions", async () => {
    const store = open();
    const { db } = store;
    const rows = sampleRows("facets");
    const tagged = { ...rows.contents, draft: toJson({ tags: ["one", "two"] }) };
    const inserts = [
      db.insertInto("members").values(rows.members),
      db.insertInto("apps").values(rows.apps),
      db.insertInto("contents").values(tagged),
      db.insertInto("versions").values(rows.versions),
      db.insertInto("publications").values({ ...rows.publications, paused_at: null }),
      db.insertInto("audit_entries").values(rows.audit_entries),
    ];
    await store.write(inserts.map((query) => ({ query: query.compile() })));
    const begun = startCutoffs(0);
    const all = { begun, app_id: rows.apps.id, text: rows.contents.slug, tag: "", type: "all", status: "all" } as const;
    const limits = { rows_max: 10, values_max: 10 };
    const count = 1;
    expect(await contentCounts(store, all, "type", limits)).toEqual([{ value: "tour", count }]);
    expect(await contentCounts(store, all, "status", limits)).toEqual([{ value: "live", count }]);
    const { paused_at } = rows.publications;
    await store.write([{ query: db.updateTable("publications").set({ paused_at }).compile() }]);
    expect(await contentCounts(store, all, "status", limits)).toEqual([{ value: "paused", count }]);
    expect(await contentCounts(store, { ...all, tag: "two" }, "tag", limits)).toEqual([
      { value: "one", count },
      { value: "two", count },
    ]);
    const { action, resource_id } = rows.audit_entries;
    expect(await auditCounts(db, { resource_id }, "action", limits)).toEqual([{ value: action, count }]);
  });
}
