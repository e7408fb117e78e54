/**
 * Decisions for one person over 1,000 publications, read from a database with 100,000 people; beside it the bare reads of
 * the same rows. And the list of people with a tenth of a million of them (`PEOPLE=1000000` for all).
 *
 *   npm run bench decisions
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/clock";
import type { ContentId, PersonId, VersionId } from "@fanfare/contract/ids";
import { seededRng } from "@fanfare/contract/rng";
import { editionSchema } from "@fanfare/contract/schema/content";
import { decide } from "@fanfare/server/engage/decisions";
import { factsOf } from "@fanfare/server/engage/person-facts";
import { type PublishedContents, publishedContent, publishedContents } from "@fanfare/server/engage/published";
import { appRecord } from "@fanfare/server/http/v1-testing";
import { silentLog } from "@fanfare/server/log";
import { pageOfPeople } from "@fanfare/server/people/people-list";
import { openStore } from "@fanfare/server/store/database";
import { membershipsOf } from "@fanfare/server/store/person-facts";
import type { Store } from "@fanfare/server/store/store";
import { liveSuppressions } from "@fanfare/server/store/suppressions";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const PUBLICATIONS = 1_000;
const PEOPLE = Number(process.env["PEOPLE"] ?? 100_000);
const DECISIONS = 1_000;
const LISTS = 200;
const GOAL_PER_SECOND = 2_000;
const LIST_GOAL_MS = 50;

const rng = seededRng(42);
const app = appRecord();
const START_MS = Date.UTC(2026, 0, 1);
const personId = (index: number) => `per_${String(index).padStart(12, "0")}` as PersonId;

/**
 * Everything that decides, mixed as authors mix it: half of the contents ask who somebody is, and many ask the same.
 * `unlike`: no two audiences ask the same, which is as bad as it gets.
 */
const mixed = (unlike: boolean) =>
  publishedContents(
    Array.from({ length: PUBLICATIONS }, (_, index) => {
      const plan = {
        kind: "attribute",
        name: "plan",
        test: { type: "text", op: "is", value: index % 3 === 0 ? "pro" : "free" },
      };
      const seats = {
        kind: "attribute",
        name: "seats",
        test: { type: "number", op: "more", value: unlike ? index / 100 : index % 10 },
      };
      const member = {
        kind: "attribute",
        of: "membership",
        name: "role",
        test: { type: "text", op: "is", value: "admin" },
      };
      const audience = [
        undefined,
        { kind: "and", rules: [plan, seats] },
        undefined,
        { kind: "or", rules: [{ kind: "not", rule: plan }, member, ...(unlike ? [seats] : [])] },
        undefined,
        {
          kind: "and",
          rules: [
            { kind: "locale", locales: ["de"] },
            { kind: "url", pattern: unlike ? `/orders/${index}/*` : "/orders/*" },
          ],
        },
      ][index % 6];
      const edition = editionSchema.parse({
        body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "s", blocks: [] }] },
        targeting: { urls: { include: ["/orders/*"], exclude: [] }, audience },
        ...(index % 10 === 0 ? { rollout: { percent: 50 } } : {}),
        ...(index % 20 === 0 ? { schedule: { starts_at: "2026-01-01T00:00" } } : {}),
      });
      const name = `content-${index}`;
      const row = {
        content_id: `cnt_${index}` as ContentId,
        slug: name,
        name,
        version_id: `ver_${index}` as VersionId,
      };
      return publishedContent({ ...row, version_number: 1 }, edition);
    }),
    new Map(),
  );

const contents = mixed(false);
const contents_unlike = mixed(true);

async function seed(store: Store): Promise<void> {
  const { db } = store;
  const { id, key, name } = app;
  await store.write([
    {
      query: db
        .insertInto("apps")
        .values({
          ...{ id, key, name, paused: 0, system: 0, require_identity: 0, allowed_origins: "[]" },
          ...{ config_version: 1, created_at: START_MS, settings: "{}", revision: 1 },
        })
        .compile(),
    },
  ]);
  for (let start = 0; start < PEOPLE; start += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, PEOPLE - start) }, (_, offset) => {
      const index = start + offset;
      const last = `lovelace${index % 5_000}`;
      return {
        ...{ id: personId(index), app_id: id, external_id: `user-${index}`, anonymous_id: null, verified: 1 as const },
        attributes: JSON.stringify({ name: `Ada ${last}`, plan: index % 2 === 0 ? "pro" : "free", seats: index % 20 }),
        ...{
          merged_into: null,
          first_seen_at: START_MS + index,
          last_seen_at: START_MS + Math.floor(rng.next() * 1e9),
        },
        ...{
          search_name: `ada ${last}`,
          search_last_name: last,
          search_email: `${last}.${index}@x.test`,
          locale: "de-CH",
        },
      };
    });
    await store.write([{ query: db.insertInto("people").values(rows).compile() }]);
  }
}

/** Of this process: what others do on the machine does not count. */
function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

async function decisionsPerSecond(store: Store, contents: PublishedContents): Promise<number> {
  const began = process.cpuUsage();
  for (let turn = 0; turn < DECISIONS; turn++) {
    const now_ms = Date.UTC(2026, 10, 21);
    const row = await store.db
      .selectFrom("people")
      .selectAll()
      .where("app_id", "=", app.id)
      .where("external_id", "=", `user-${Math.floor(rng.next() * PEOPLE)}`)
      .executeTakeFirstOrThrow();
    const person = { id: row.id, external_id: row.external_id, channel_id: "u", verified: true, merged: false, row };
    const about = { app_id: app.id, person, sight: { groups: [], context: {} } };
    decide(app, contents.list, await factsOf(store, contents, about, now_ms), now_ms);
  }
  return DECISIONS / cpuSeconds(began);
}

/** The same rows, and nothing decided. */
async function readsPerSecond(store: Store): Promise<number> {
  const began = process.cpuUsage();
  for (let turn = 0; turn < DECISIONS; turn++) {
    const row = await store.db
      .selectFrom("people")
      .selectAll()
      .where("app_id", "=", app.id)
      .where("external_id", "=", `user-${Math.floor(rng.next() * PEOPLE)}`)
      .executeTakeFirstOrThrow();
    await Promise.all([membershipsOf(store.db, [row.id]), liveSuppressions(store.db, row.id, 0)]);
  }
  return DECISIONS / cpuSeconds(began);
}

/** The 95th of a hundred, in milliseconds. */
async function listTime(
  store: Store,
  query: (turn: number) => { q: string; sort: "-last_seen_at" | "name" },
): Promise<number> {
  const deps = { store, rng, now_ms: Date.UTC(2026, 10, 21) };
  const times: number[] = [];
  for (let turn = 0; turn < LISTS; turn++) {
    const began = performance.now();
    await pageOfPeople(deps, app.id, { ...query(turn), after: undefined, limit: 50 }, undefined);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(LISTS * 0.95)] ?? 0;
}

const directory = mkdtempSync(join(tmpdir(), "fanfare-bench-"));
const store = await openStore(`sqlite:${join(directory, "fanfare.db")}`, { clock: systemClock, log: silentLog });
try {
  await seed(store);
  await decisionsPerSecond(store, contents);
  const ours: number[] = [];
  const unlike: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await readsPerSecond(store));
    ours.push(await decisionsPerSecond(store, contents));
    unlike.push(await decisionsPerSecond(store, contents_unlike));
  }
  const rate = median(ours);
  printTable(
    `Decisions for one person, ${PUBLICATIONS} publications, ${PEOPLE} people (medians of ${RUNS} runs, one core)`,
    ["what", "Fanfare", "the reads alone", "ratio", "goal", ""],
    [
      [
        "decisions per second",
        rate.toFixed(0),
        median(bare).toFixed(0),
        `${(rate / median(bare)).toFixed(2)} ×`,
        `≥ ${GOAL_PER_SECOND}`,
        rate >= GOAL_PER_SECOND ? "met" : "MISSED",
      ],
      ["the same where no two audiences are alike", median(unlike).toFixed(0), median(bare).toFixed(0), "", "", ""],
    ],
  );
  const lists = [
    ["list by last seen", await listTime(store, () => ({ q: "", sort: "-last_seen_at" }))],
    ["list by name", await listTime(store, () => ({ q: "", sort: "name" }))],
    ["search an id", await listTime(store, (turn) => ({ q: `user-${turn}`, sort: "-last_seen_at" }))],
    ["search a last name", await listTime(store, (turn) => ({ q: `lovelace${turn}`, sort: "-last_seen_at" }))],
    ["search one letter", await listTime(store, () => ({ q: "a", sort: "-last_seen_at" }))],
  ] as const;
  printTable(
    `Pages of ${PEOPLE} people`,
    ["what", "p95", "goal", ""],
    lists.map(([what, ms]) => [
      what,
      `${ms.toFixed(1)} ms`,
      `≤ ${LIST_GOAL_MS} ms`,
      ms <= LIST_GOAL_MS ? "met" : "MISSED",
    ]),
  );
} finally {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
}
