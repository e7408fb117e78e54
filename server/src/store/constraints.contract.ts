import { expect, test } from "bun:test";
import type { AppId, EventId, MemberId, PersonId, RunId, SuppressionId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery } from "kysely";
import { sampleRows } from "../../test/support/sample-rows.ts";
import type { Store } from "./store.ts";

function constraintTools(open: () => Store) {
  const write = (...queries: CompiledQuery[]) => open().write(queries.map((query) => ({ query, expect: 1 })));
  /** Inserts an app, a member, a person, and published content, which the other rows refer to. */
  const settle = async (of: string) => {
    const rows = sampleRows(of);
    const { db } = open();
    await write(
      db.insertInto("members").values(rows.members).compile(),
      db.insertInto("apps").values(rows.apps).compile(),
      db.insertInto("people").values(rows.people).compile(),
      db.insertInto("contents").values(rows.contents).compile(),
      db.insertInto("versions").values(rows.versions).compile(),
    );
    return rows;
  };
  return { write, settle };
}

/** What the tables themselves forbid, so that no path through the server can store it. */
export function constraintContract(open: () => Store): void {
  references(open);
  uniqueness(open);
  upserts(open);
}

function references(open: () => Store): void {
  const { write, settle } = constraintTools(open);

  test("reports a foreign_key error for a row that references nothing", async () => {
    const { runs } = sampleRows("orphan");
    await expect(write(open().db.insertInto("runs").values(runs).compile())).rejects.toMatchObject({
      kind: "foreign_key",
    });
  });

  test("reports a foreign_key error when deleting an app with people", async () => {
    const { apps } = await settle("kept");
    await expect(write(open().db.deleteFrom("apps").where("id", "=", apps.id).compile())).rejects.toMatchObject({
      kind: "foreign_key",
    });
  });

  test("deletes a member's sessions with the member and keeps their work", async () => {
    const rows = await settle("leaves");
    await write(open().db.insertInto("sign_ins").values(rows.sign_ins).compile());
    await write(
      open()
        .db.deleteFrom("members")
        .where("id", "=", "mem-leaves" as MemberId)
        .compile(),
    );
    const { db } = open();
    expect(await db.selectFrom("sign_ins").select("id").where("id", "=", rows.sign_ins.id).execute()).toEqual([]);
    const content = db.selectFrom("contents").select("updated_by").where("id", "=", rows.contents.id);
    expect(await content.execute()).toEqual([{ updated_by: null }]);
  });

  test("deletes runs, suppressions, and events with an erased person", async () => {
    const rows = await settle("erased");
    const { db } = open();
    await write(
      db.insertInto("runs").values(rows.runs).compile(),
      db.insertInto("suppressions").values(rows.suppressions).compile(),
      db.insertInto("events").values(rows.events).compile(),
    );
    await write(db.deleteFrom("people").where("id", "=", rows.people.id).compile());
    for (const table of ["runs", "suppressions", "events"] as const) {
      const left = db
        .selectFrom(table)
        .select("person_id")
        .where("app_id", "=", "app-erased" as AppId);
      expect(await left.execute()).toEqual([]);
    }
  });
}

function uniqueness(open: () => Store): void {
  const { write, settle } = constraintTools(open);

  test("requires exactly one ID per person, unique in the app", async () => {
    const { people } = await settle("named");
    const insert = (changes: Partial<typeof people>) =>
      write(
        open()
          .db.insertInto("people")
          .values({ ...people, id: "per-named-2" as PersonId, ...changes })
          .compile(),
      );
    await expect(insert({})).rejects.toMatchObject({ kind: "unique" });
    await expect(insert({ external_id: null })).rejects.toMatchObject({ kind: "invalid" });
    await expect(insert({ external_id: "other", anonymous_id: "also" })).rejects.toMatchObject({ kind: "invalid" });
    expect(await insert({ external_id: null, anonymous_id: people.external_id })).toMatchObject({
      outcome: "committed",
    });
  });

  test("allows one active run per content and person, and any number of ended ones", async () => {
    const { runs } = await settle("running");
    const insert = (of: string, state: typeof runs.state) =>
      write(
        open()
          .db.insertInto("runs")
          .values({ ...runs, id: `run-running-${of}` as RunId, state })
          .compile(),
      );
    await insert("1", "active");
    await expect(insert("2", "active")).rejects.toMatchObject({ kind: "unique" });
    await insert("3", "completed");
    await insert("4", "completed");
  });
}

function upserts(open: () => Store): void {
  const { settle } = constraintTools(open);

  test("keeps one row per suppression with the later date, in any order", async () => {
    const { suppressions } = await settle("later");
    for (const [index, expires_at] of [500, 900, 700].entries()) {
      const query = open()
        .db.insertInto("suppressions")
        .values({ ...suppressions, id: `sup-later-${index}` as SuppressionId, expires_at })
        .onConflict((conflict) =>
          conflict
            .columns(["person_id", "scope", "target"])
            .doUpdateSet(({ ref }) => ({ expires_at: ref("excluded.expires_at") }))
            .whereRef("suppressions.expires_at", "<", "excluded.expires_at"),
        )
        .compile();
      await open().write([{ query }]);
    }
    const rows = await open()
      .db.selectFrom("suppressions")
      .select(["id", "expires_at"])
      .where("person_id", "=", suppressions.person_id)
      .execute();
    expect(rows).toEqual([{ id: "sup-later-0" as SuppressionId, expires_at: 900 }]);
  });

  test("skips a repeated event and returns the new ones", async () => {
    const { events } = await settle("again");
    const insert = (...ids: string[]) => ({
      query: open()
        .db.insertInto("events")
        .values(ids.map((id) => ({ ...events, id: id as EventId })))
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id")
        .compile(),
    });
    await open().write([insert("evt-again-1", "evt-again-2")]);
    expect(await open().write([insert("evt-again-2", "evt-again-3")])).toEqual({
      outcome: "committed",
      results: [{ affected: 1, rows: [{ id: "evt-again-3" }] }],
    });
  });
}
