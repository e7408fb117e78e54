import { expect, test } from "bun:test";
import type { AppId, AuditId, ContentId } from "@fanfare/contract/lib/ids";
import { type CompiledQuery, sql } from "kysely";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { fromBit, fromIso, fromJson, toBit, toIso, toJson } from "./columns.ts";
import type { Schema } from "./schema/schema.ts";
import type { Store } from "./store.ts";

function valueTools(open: () => Store) {
  const write = (...queries: CompiledQuery[]) => open().write(queries.map((query) => ({ query, expect: 1 })));
  const insertAudit = (of: string, detail: unknown) =>
    open()
      .db.insertInto("audit_entries")
      .values({ ...sampleRows(of).audit_entries, detail: toJson(detail) })
      .compile();
  return { write, insertAudit };
}

export function valueContract(open: () => Store): void {
  storedValues(open);
  convertedValues(open);
  invalidValues(open);
}

function storedValues(open: () => Store): void {
  const { write, insertAudit } = valueTools(open);

  test("stores and returns a full row of every table", async () => {
    const rows = sampleRows("full");
    // Cast: `Object.keys` returns strings. The tables are in an order that satisfies their references.
    for (const table of Object.keys(rows) as (keyof Schema)[]) {
      const columns = sql.join(Object.keys(rows[table]).map((name) => sql.ref(name)));
      const values = sql.join(Object.values(rows[table]));
      await write(sql`insert into ${sql.table(table)} (${columns}) values (${values})`.compile(open().db));
      const stored = await open().db.selectFrom(table).selectAll().execute();
      expect<unknown[]>(stored).toContainEqual(rows[table]);
    }
  });

  test("returns the same types from a write as from a read", async () => {
    const row = { ...sampleRows("returned").apps, config_version: Number.MAX_SAFE_INTEGER };
    const result = await open().write([{ query: open().db.insertInto("apps").values(row).returningAll().compile() }]);
    expect(result).toEqual({ outcome: "committed", results: [{ affected: 1, rows: [row] }] });
  });

  test("returns JSON unchanged with any text", async () => {
    const detail = {
      text: "'quote' \"double\" \\ back\u0000slash \u2028 é 日本 🎉 e\u0301 \ud800",
      nested: [{ deep: [true, false, null, 0.1, -0, 1e300] }],
      "": {},
    };
    await write(insertAudit("json", detail));
    const id = "aud-json" as AuditId;
    const row = await open()
      .db.selectFrom("audit_entries")
      .select("detail")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(fromJson(row.detail, (value) => value)).toEqual(JSON.parse(JSON.stringify(detail)));
  });

  test("stores half a megabyte of text", async () => {
    const draft = toJson({ text: "é".repeat(250_000) });
    await write(
      open()
        .db.insertInto("contents")
        .values({ ...sampleRows("large").contents, updated_by: null, draft })
        .compile(),
    );
    const id = "cnt-large" as ContentId;
    const row = await open().db.selectFrom("contents").select("draft").where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.draft).toBe(draft);
  });
}

function convertedValues(open: () => Store): void {
  const { write } = valueTools(open);

  test("returns times, counts, sums, and averages as numbers", async () => {
    const at = Date.UTC(2038, 0, 20);
    await write(
      open()
        .db.insertInto("apps")
        .values({ ...sampleRows("number-1").apps, created_at: at, config_version: 3 })
        .compile(),
    );
    await write(
      open()
        .db.insertInto("apps")
        .values({ ...sampleRows("number-2").apps, created_at: at, config_version: 4 })
        .compile(),
    );
    const found = await open()
      .db.selectFrom("apps")
      .select(({ fn }) => [
        fn.countAll().as("rows"),
        fn.sum("config_version").as("sum"),
        fn.avg("config_version").as("average"),
        fn.max("created_at").as("latest"),
      ])
      .where("created_at", "=", at)
      .executeTakeFirst();
    expect(found).toEqual({ rows: 2, sum: 7, average: 3.5, latest: at });
  });

  test("restores booleans and times through the codecs", async () => {
    const time = "2026-11-21T04:58:00.123Z";
    const app = { ...sampleRows("codec").apps, paused: toBit(true), system: toBit(false), created_at: fromIso(time) };
    await write(open().db.insertInto("apps").values(app).compile());
    const row = await open()
      .db.selectFrom("apps")
      .selectAll()
      .where("id", "=", "app-codec" as AppId)
      .executeTakeFirstOrThrow();
    expect([fromBit(row.paused), fromBit(row.system), toIso(row.created_at)]).toEqual([true, false, time]);
  });

  test("sorts text by bytes in any server locale", async () => {
    const names = ["b", "B", "a", "é", "Z", "z", "_", "ä", "10", "9"];
    for (const [index, name] of names.entries()) {
      const contents = { ...sampleRows(`order-${index}`).contents, updated_by: null, revision: 4242, name };
      await write(open().db.insertInto("contents").values(contents).compile());
    }
    const rows = await open()
      .db.selectFrom("contents")
      .select("name")
      .where("revision", "=", 4242)
      .orderBy("name")
      .execute();
    expect(rows.map((row) => row.name)).toEqual(["10", "9", "B", "Z", "_", "a", "b", "z", "ä", "é"]);
  });
}

function invalidValues(open: () => Store): void {
  test.each([
    ["undefined", undefined],
    ["a truth value", true],
    ["a Date", new Date(0)],
    ["not a number", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a bigint", 1n],
    ["an object", {}],
    ["text with NUL", "a\0b"],
  ])("rejects %s as a value before storing anything", async (_, value) => {
    const query = sql`update apps set name = ${value}`.compile(open().db);
    await expect(open().write([{ query }])).rejects.toMatchObject({ kind: "invalid" });
  });

  test("reports text in a number column, a missing value, or a bad boolean as invalid", async () => {
    for (const change of [sql`config_version = ${"seven"}`, sql`name = ${null}`, sql`paused = ${2}`]) {
      const query = sql`update apps set ${change}`.compile(open().db);
      await expect(open().write([{ query }])).rejects.toMatchObject({ kind: "invalid" });
    }
  });

  test("reports a statement that isn't SQL as invalid", async () => {
    await expect(open().write([{ query: sql`selekt 1`.compile(open().db) }])).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(sql`selekt 1`.execute(open().db)).rejects.toMatchObject({ name: "StoreError", kind: "invalid" });
  });
}
