/**
 * Decisions for one person over 1,000 publications with 100,000 people in the database, compared with bare reads of the
 * same rows. Also the list of people with 100,000 of them (`PEOPLE=1000000` for all).
 *
 *   npm run bench decisions
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { ContentId, VersionId } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { decide } from "@fanfare/server/engage/decide/decisions";
import { loadPersonFacts } from "@fanfare/server/engage/decide/person-facts";
import { publishedContents } from "@fanfare/server/engage/decide/published-cache";
import { type PublishedContents, publishedContent } from "@fanfare/server/engage/decide/published-content";
import { silentLog } from "@fanfare/server/lib/log";
import { countIn } from "@fanfare/server/people/list/people-count";
import { peoplePage } from "@fanfare/server/people/list/people-list";
import type { ResolvedRule } from "@fanfare/server/people/rules/matching-people";
import { openStore } from "@fanfare/server/store/database";
import { membershipsOf } from "@fanfare/server/store/statements/people/person-facts";
import { liveSuppressions } from "@fanfare/server/store/statements/people/suppressions";
import type { Store } from "@fanfare/server/store/store";
import { appRecord } from "../server/test/support/v1-server.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const PUBLICATIONS = 1_000;
const PEOPLE = Number(process.env["PEOPLE"] ?? 100_000);
const DECISIONS = 1_000;
const LISTS = 200;
const SEGMENTS = 20;
const SEEDED_AT_ONCE = 100_000;
const GOAL_PER_SECOND = 4_000;
const LIST_GOAL_MS = 50;

const rng = seededRng(42);
const app = appRecord();
const START_MS = Date.UTC(2026, 0, 1);

/**
 * A realistic mix of audience rules: half of the content has conditions on the person, many of them identical.
 * `unlike`: all audiences differ, which is the worst case.
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
      return publishedContent({ ...row, created_at: 0, version_number: 1 }, edition);
    }),
    new Map(),
  );

const contents = mixed(false);
const contents_unlike = mixed(true);

/** Bulk-inserts people, bypassing the server's writer: only reads are measured. */
function seed(path: string): void {
  const { id, key, name } = app;
  using database = new Database(path);
  database.run("pragma synchronous = off");
  database.run(
    `insert into apps (id, key, name, paused, system, require_identity, allowed_origins, config_version, config_raised_at, created_at, settings, revision)
      values (?, ?, ?, 0, 0, 0, '[]', 1, ?, ?, '{}', 1)`,
    [id, key, name, START_MS, START_MS],
  );
  for (let start = 0; start < PEOPLE; start += SEEDED_AT_ONCE) {
    database.run(
      `with recursive numbers (i) as (select ?2 union all select i + 1 from numbers where i < ?3)
        insert into people (id, app_id, external_id, verified, attributes, first_seen_at, last_seen_at, search_name, search_last_name, search_email, locale)
        select printf('per_%012d', i), ?1, 'user-' || i, 1,
          json_object('name', 'Ada lovelace' || (i % 5000), 'plan', iif(i % 2 = 0, 'pro', 'free'), 'seats', i % 20),
          ?4 + i, ?4 + (i * 2654435761) % 1000000000,
          'ada lovelace' || (i % 5000), 'lovelace' || (i % 5000), 'lovelace' || (i % 5000) || '.' || i || '@x.test', 'de-CH'
        from numbers`,
      [id, start, Math.min(start + SEEDED_AT_ONCE, PEOPLE) - 1, START_MS],
    );
  }
}

const isPro: Rule = {
  ...{ kind: "attribute", of: "person", name: "plan" },
  test: { type: "text", op: "is", value: "pro" },
};

/** CPU time of this process, independent of other load on the machine. */
function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function randomPerson({ db }: Store) {
  return db
    .selectFrom("people")
    .selectAll()
    .where("app_id", "=", app.id)
    .where("external_id", "=", `user-${Math.floor(rng.next() * PEOPLE)}`)
    .executeTakeFirstOrThrow();
}

async function decisionsPerSecond(store: Store, contents: PublishedContents): Promise<number> {
  const began = process.cpuUsage();
  for (let turn = 0; turn < DECISIONS; turn++) {
    const now_ms = Date.UTC(2026, 10, 21);
    const row = await randomPerson(store);
    const person = { id: row.id, external_id: row.external_id, channel_id: "u", verified: true, merged: false, row };
    const about = { app_id: app.id, person, call_context: { groups: [], context: {} } };
    decide(app, contents.list, await loadPersonFacts(store, contents, about, now_ms), now_ms);
  }
  return DECISIONS / cpuSeconds(began);
}

async function readsPerSecond(store: Store): Promise<number> {
  const began = process.cpuUsage();
  for (let turn = 0; turn < DECISIONS; turn++) {
    const row = await randomPerson(store);
    await Promise.all([membershipsOf(store.db, [row.id]), liveSuppressions(store.db, row.id, 0)]);
  }
  return DECISIONS / cpuSeconds(began);
}

interface Times {
  /** The 95th percentile of wall time: other load on the machine counts. */
  readonly p95_ms: number;
  readonly cpu_ms: number;
}

async function timesOf(turns: number, once: (turn: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    await once(turn);
    times.push(performance.now() - began);
  }
  const p95_ms = times.toSorted((a, b) => a - b)[Math.floor(turns * 0.95)] ?? 0;
  return { p95_ms, cpu_ms: (cpuSeconds(cpu) * 1_000) / turns };
}

function listTime(
  store: Store,
  query: (turn: number) => { q: string; sort: "-last_seen_at" | "name"; identity?: "unverified" },
  ruleFor?: ResolvedRule,
): Promise<Times> {
  const deps = { store, rng, now_ms: Date.UTC(2026, 10, 21) };
  return timesOf(LISTS, (turn) => peoplePage(deps, app.id, { ...query(turn), after: undefined, limit: 50 }, ruleFor));
}

/** Like the list of segments: each rule for the first time, and again within the cached minute. */
async function segmentTimes(store: Store): Promise<readonly [Times, Times]> {
  const deps = { store, rng, now_ms: Date.UTC(2026, 10, 22) };
  const ruleFor = (turn: number): ResolvedRule => {
    const test = { type: "number", op: "more", value: turn } as const;
    return { rule: { kind: "attribute", of: "person", name: "seats", test }, segments: new Map() };
  };
  const count = (turn: number) => countIn(deps, app.id, ruleFor(turn));
  return [await timesOf(SEGMENTS, count), await timesOf(SEGMENTS, count)];
}

const directory = mkdtempSync(join(tmpdir(), "fanfare-bench-"));
const path = join(directory, "fanfare.db");
const open = () => openStore(`sqlite:${path}`, { clock: systemClock, log: silentLog });
await (await open()).close();
seed(path);
const store = await open();
try {
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
  const in_segment = { rule: isPro, segments: new Map<string, Rule>() };
  const [first_count, next_count] = await segmentTimes(store);
  const lists = [
    [`count a segment, ${SEGMENTS} of them`, first_count],
    ["count it again within a minute", next_count],
    ["list a segment", await listTime(store, () => ({ q: "", sort: "-last_seen_at" }), in_segment)],
    [
      "list who isn’t verified",
      await listTime(store, () => ({ q: "", sort: "-last_seen_at", identity: "unverified" })),
    ],
    ["list by last seen", await listTime(store, () => ({ q: "", sort: "-last_seen_at" }))],
    ["list by name", await listTime(store, () => ({ q: "", sort: "name" }))],
    ["search an email address", await listTime(store, (turn) => ({ q: `lovelace${turn}.${turn}@`, sort: "name" }))],
    ["search an id", await listTime(store, (turn) => ({ q: `user-${turn}`, sort: "-last_seen_at" }))],
    ["search a last name", await listTime(store, (turn) => ({ q: `lovelace${turn}`, sort: "-last_seen_at" }))],
    ["search one letter", await listTime(store, () => ({ q: "a", sort: "-last_seen_at" }))],
  ] as const;
  printTable(
    `Pages of ${PEOPLE} people`,
    ["what", "p95", "CPU each", "goal", ""],
    lists.map(([what, { p95_ms, cpu_ms }]) => [
      what,
      `${p95_ms.toFixed(1)} ms`,
      `${cpu_ms.toFixed(1)} ms`,
      `≤ ${LIST_GOAL_MS} ms`,
      p95_ms <= LIST_GOAL_MS ? "met" : "MISSED",
    ]),
  );
} finally {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
}
