import { Database, type SQLQueryBindings } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AppId, PeopleImportId, PersonId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery } from "kysely";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { temporaryStore } from "../../../../test/support/temporary-store.ts";
import { funnelSteps, latestViewers, stepFailures } from "../analytics/funnel.ts";
import { failureEvents } from "../analytics/rollups.ts";
import { erasedHashes } from "./erasures.ts";
import { peopleByExternalIds } from "./people.ts";
import { importsOf, refusalsAfter, rowsFrom } from "./people-imports.ts";
import { countFound, countPeople, listPeople, type PeopleColumn, samplePeople, searchPeople } from "./people-list.ts";
import { contentStates, eventCounts, membershipsOf } from "./person-facts.ts";
import { peopleOfIds } from "./segment-funnel.ts";

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
const { apps, people } = sampleRows("plan");
const app_id: AppId = apps.id;
const PEOPLE = 3_000;
const SCAN = /^SCAN (people|groups|memberships|events|runs|erasures)/;

beforeAll(async () => {
  temporary = await temporaryStore();
  const { db } = temporary.store;
  const rows = Array.from({ length: PEOPLE }, (_, index) => ({
    ...people,
    id: `per-plan-${String(index).padStart(6, "0")}` as PersonId,
    external_id: `user-${index}`,
    search_name: `name ${index % 100}`,
    search_last_name: `last-${index}`,
    search_email: `mail-${index}@x.test`,
    last_seen_at: people.last_seen_at + (index % 500),
  }));
  const inserts = [db.insertInto("apps").values(apps).compile()];
  for (let start = 0; start < rows.length; start += 500) {
    inserts.push(
      db
        .insertInto("people")
        .values(rows.slice(start, start + 500))
        .compile(),
    );
  }
  await temporary.store.write(inserts.map((query) => ({ query })));
});
afterAll(() => temporary[Symbol.asyncDispose]());

async function plansOf(runQuery: (db: typeof temporary.store.db) => Promise<unknown>): Promise<readonly string[]> {
  const { db } = temporary.store;
  const queries: CompiledQuery[] = [];
  await runQuery(
    db.withPlugin({
      transformQuery: ({ node }) => {
        queries.push(db.getExecutor().compileQuery(node, { queryId: "plan" }));
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  // Separate connection, so that no open statement remains in the store.
  using plain = new Database(temporary.path, { readonly: true });
  return queries.flatMap(({ sql: text, parameters }) =>
    plain
      .query<{ detail: string }, SQLQueryBindings[]>(`explain query plan ${text}`)
      // Cast: Kysely binds only values that bun:sqlite accepts.
      .all(...(parameters as SQLQueryBindings[]))
      .map(({ detail }) => detail),
  );
}

test("never reads or sorts the whole table to list, count, or import people", async () => {
  const text = { typed: "user-1", lower: "user-1" };
  const people_ids = ["per-1", "per-2"] as PersonId[];
  const import_id = "imp-1" as PeopleImportId;
  const days = { app_id, content_ids: ["cnt_1"], from: 5, to: 9 };
  const both = { ...people, id: "per-both" as PersonId, external_id: "both", search_name: "both", search_email: null };
  const { db: own } = temporary.store;
  await temporary.store.write([{ query: own.insertInto("people").values(both).compile() }]);
  const columns: readonly PeopleColumn[] = ["last_seen_at", "first_seen_at", "search_name", "search_email"];
  const asks = [
    ...columns.flatMap((by) =>
      [true, false].flatMap((descending) => [
        (db: typeof temporary.store.db) => listPeople(db, app_id, { by, descending }, 51),
        (db: typeof temporary.store.db) =>
          listPeople(db, app_id, { by, descending, after: { value: by.endsWith("_at") ? 5 : "m", id: "per-1" } }, 51),
      ]),
    ),
    (db: typeof temporary.store.db) => searchPeople(db, app_id, text, 200),
    (db: typeof temporary.store.db) => countFound(db, app_id, text, 10_000),
    (db: typeof temporary.store.db) => countPeople(db, app_id, 10_001),
    (db: typeof temporary.store.db) =>
      listPeople(db, app_id, { by: "last_seen_at", descending: true, known: "anonymous" }, 51),
    (db: typeof temporary.store.db) =>
      listPeople(
        db,
        app_id,
        { by: "last_seen_at", descending: false, known: "verified", after: { value: 5, id: "per-1" } },
        51,
      ),
    (db: typeof temporary.store.db) => countPeople(db, app_id, 10_001, "unverified"),
    (db: typeof temporary.store.db) => samplePeople({ db, dialect: "sqlite" }, PEOPLE, [0.1, 0.5]),
    (db: typeof temporary.store.db) => importsOf(db, app_id, 20),
    (db: typeof temporary.store.db) => rowsFrom(db, import_id, 0, 1),
    (db: typeof temporary.store.db) => refusalsAfter(db, import_id, 0, 5),
    (db: typeof temporary.store.db) => latestViewers(db, days, 100),
  ];
  // These sort a page of people or the results of two indexes, which is less than is counted.
  const facts = [
    (db: typeof temporary.store.db) => countFound(db, app_id, { typed: "both", lower: "both" }, 10_000),
    // Facts for rules, for a page or a sample of people.
    (db: typeof temporary.store.db) => membershipsOf(db, people_ids),
    (db: typeof temporary.store.db) => eventCounts(db, people_ids, [{ name: "ordered", since: 5, count_max: 9 }]),
    (db: typeof temporary.store.db) => contentStates(db, people_ids, ["cnt_1", "cnt_2"]),
    (db: typeof temporary.store.db) => peopleByExternalIds(db, app_id, ["user-1", "user-2"]),
    (db: typeof temporary.store.db) => erasedHashes(db, app_id, ["a", "b"], 5),
    // Content results for the people of a segment.
    (db: typeof temporary.store.db) => peopleOfIds(db, app_id, people_ids),
    (db: typeof temporary.store.db) => funnelSteps(db, { ...days, person_ids: people_ids }, "all"),
    // What needs attention, which each page of the console asks for.
    (db: typeof temporary.store.db) => failureEvents(db, app_id, [0, 86_400_000]),
    (db: typeof temporary.store.db) => stepFailures(db, days),
  ];
  for (const runQuery of facts) {
    for (const plan of await plansOf(runQuery)) expect(plan).not.toMatch(SCAN);
  }
  for (const runQuery of asks) {
    for (const plan of await plansOf(runQuery)) {
      expect(plan).not.toMatch(SCAN);
      expect(plan).not.toContain("TEMP B-TREE");
    }
  }
  await temporary.store.write([{ query: own.deleteFrom("people").where("id", "=", both.id).compile(), expect: 1 }]);
  const by_known = await plansOf((db) =>
    listPeople(db, app_id, { by: "last_seen_at", descending: true, known: "anonymous" }, 51),
  );
  expect(by_known.join()).toContain("people_listed_by_known");
  // Each import asks whether an app verified anyone.
  const verified = await plansOf((db) => countPeople(db, app_id, 1, "verified"));
  expect(verified.join()).toContain("people_listed_by_known");
});

test("returns each person once across pages, even with equal values", async () => {
  const { db } = temporary.store;
  const seen = new Set<string>();
  let after: { value: number; id: string } | undefined;
  for (;;) {
    const rows = await listPeople(db, app_id, { by: "last_seen_at", descending: true, after }, 700);
    for (const { id } of rows) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = { value: last.last_seen_at, id: last.id };
  }
  expect(seen.size).toBe(PEOPLE);
});

test("finds a person once when two of their names start alike", async () => {
  const { db } = temporary.store;
  const one = { ...people, id: "per-twice" as PersonId, external_id: "zoe", search_name: "zoe", search_email: "zoe@x" };
  await temporary.store.write([{ query: db.insertInto("people").values(one).compile() }]);
  const found = await searchPeople(db, app_id, { typed: "zoe", lower: "zoe" }, 50);
  expect(found.map(({ id }) => id)).toEqual([one.id]);
  expect(await countFound(db, app_id, { typed: "zoe", lower: "zoe" }, 50)).toBe(1);
});
