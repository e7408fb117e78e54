import { expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { sampleRows } from "../../test/support/sample-rows.ts";
import type { Statement, Store } from "./store.ts";

function batchTools(open: () => Store) {
  const insertApp = (of: string): Statement => ({
    query: open().db.insertInto("apps").values(sampleRows(of).apps).compile(),
    expect: 1,
  });
  const appIds = async (like: string): Promise<string[]> => {
    const query = open()
      .db.selectFrom("apps")
      .select("id")
      .where("id", "like", pattern(`app-${like}%`))
      .orderBy("id");
    return (await query.execute()).map((row) => row.id);
  };
  const moveApp = (of: string, from: number): Statement => ({
    query: open()
      .db.updateTable("apps")
      .set({ config_version: from + 1 })
      .where("id", "=", `app-${of}` as AppId)
      .where("config_version", "=", from)
      .compile(),
    expect: 1,
  });
  return { insertApp, appIds, moveApp };
}

/** Guarantees of a batch: atomic, ordered, and isolated. `open` returns a store with empty tables. */
export function batchContract(open: () => Store): void {
  atomicBatches(open);
  guardedBatches(open);
  concurrentBatches(open);
}

function atomicBatches(open: () => Store): void {
  const { insertApp, appIds } = batchTools(open);

  test("stores all statements of a batch and returns their rows", async () => {
    const { db } = open();
    const both = [sampleRows("all-1").apps, sampleRows("all-2").apps];
    const result = await open().write([
      { query: db.insertInto("apps").values(both).compile(), expect: 2 },
      {
        query: db
          .updateTable("apps")
          .set({ paused: 1 })
          .where("id", "like", pattern("app-all-%"))
          .returning(["id", "paused"])
          .compile(),
      },
      {
        query: db
          .deleteFrom("apps")
          .where("id", "=", "nobody" as AppId)
          .compile(),
      },
    ]);
    expect(result).toEqual({
      outcome: "committed",
      results: [
        { affected: 2, rows: [] },
        {
          affected: 2,
          rows: [
            { id: "app-all-1", paused: 1 },
            { id: "app-all-2", paused: 1 },
          ],
        },
        { affected: 0, rows: [] },
      ],
    });
    expect(await appIds("all-")).toEqual(["app-all-1", "app-all-2"]);
  });

  test("rolls back a batch with a failing statement", async () => {
    await open().write([insertApp("taken")]);
    await expect(open().write([insertApp("fails-1"), insertApp("taken"), insertApp("fails-2")])).rejects.toMatchObject({
      kind: "unique",
    });
    expect(await appIds("fails-")).toEqual([]);
  });

  test("stores a batch without statements", async () => {
    expect(await open().write([])).toEqual({ outcome: "committed", results: [] });
  });

  test("rejects writes in reads", async () => {
    await expect(open().db.deleteFrom("apps").execute()).rejects.toMatchObject({ name: "StoreError" });
    await expect(open().db.insertInto("apps").values(sampleRows("read-only").apps).execute()).rejects.toThrow(
      /read-?only/,
    );
    expect(await appIds("read-only")).toEqual([]);
  });
}

function guardedBatches(open: () => Store): void {
  const { insertApp, appIds } = batchTools(open);

  test("rolls back a batch and names the statement with an unexpected row count", async () => {
    const missing = {
      query: open()
        .db.deleteFrom("apps")
        .where("id", "=", "nobody" as AppId)
        .compile(),
      expect: 1,
    };
    expect(await open().write([insertApp("unmet-1"), missing, insertApp("unmet-2")])).toEqual({
      outcome: "unmet",
      index: 1,
      affected: 0,
    });
    expect(await appIds("unmet-")).toEqual([]);
  });

  test("rejects more rows than expected", async () => {
    await open().write([insertApp("more-1"), insertApp("more-2")]);
    const both = {
      query: open().db.deleteFrom("apps").where("id", "like", pattern("app-more-%")).compile(),
      expect: 1,
    };
    expect(await open().write([both])).toEqual({ outcome: "unmet", index: 0, affected: 2 });
    expect(await appIds("more-")).toHaveLength(2);
  });

  test("counts the rows of a select, which can guard later statements", async () => {
    const guard = {
      query: open()
        .db.selectFrom("apps")
        .select("id")
        .where("id", "=", "app-guard" as AppId)
        .compile(),
      expect: 1,
    };
    expect(await open().write([guard, insertApp("guarded")])).toEqual({ outcome: "unmet", index: 0, affected: 0 });
    await open().write([insertApp("guard")]);
    expect(await open().write([guard, insertApp("guarded")])).toMatchObject({ outcome: "committed" });
  });
}

function concurrentBatches(open: () => Store): void {
  const { insertApp, appIds, moveApp } = batchTools(open);

  test("keeps other batches of the group when one fails or is unmet", async () => {
    await open().write([insertApp("spoil")]);
    const settled = await Promise.allSettled([
      open().write([insertApp("good-1")]),
      open().write([insertApp("good-lost"), insertApp("spoil")]),
      open().write([insertApp("good-2")]),
      open().write([insertApp("good-unmet"), moveApp("good-2", 99)]),
      open().write([insertApp("good-3")]),
    ]);
    expect(settled.map((each) => (each.status === "fulfilled" ? each.value.outcome : each.reason.kind))).toEqual([
      ...["committed", "unique", "committed", "unmet", "committed"],
    ]);
    expect(await appIds("good-")).toEqual(["app-good-1", "app-good-2", "app-good-3"]);
  });

  test("stores batches in write order without waiting between them", async () => {
    const steps = 150;
    const writes = [open().write([insertApp("order")])];
    for (let from = 1; from <= steps; from++) writes.push(open().write([moveApp("order", from)]));
    expect((await Promise.all(writes)).every((each) => each.outcome === "committed")).toBe(true);
  });

  test("stores the writes of 200 simultaneous writers exactly once", async () => {
    await open().write([insertApp("crowd")]);
    const { db } = open();
    const grow = db
      .updateTable("apps")
      .set((column) => ({ config_version: column("config_version", "+", 1) }))
      .where("id", "=", "app-crowd" as AppId)
      .returning("config_version")
      .compile();
    const results = await Promise.all(Array.from({ length: 200 }, () => open().write([{ query: grow, expect: 1 }])));
    const seen = results.map((each) =>
      each.outcome === "committed" ? each.results[0]?.rows[0]?.["config_version"] : null,
    );
    expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
  });

  test("accepts one of 20 writers that expect the same revision", async () => {
    await open().write([insertApp("race")]);
    const results = await Promise.all(Array.from({ length: 20 }, () => open().write([moveApp("race", 1)])));
    expect(results.filter((each) => each.outcome === "committed")).toHaveLength(1);
  });

  test("returns a write to reads after that write", async () => {
    for (let round = 0; round < 20; round++) {
      await open().write([insertApp(`read-${round}`)]);
      expect(await appIds(`read-${round}`)).toContain(`app-read-${round}`);
    }
  });
}

/** Kysely's types require an ID for a `like` pattern. */
function pattern(text: string): AppId {
  return text as AppId;
}
