/**
 * Decisions with conditions on events, in a database and in one with 10 times as many people and events: the cost of a
 * decision must not depend on the total, and not on the length of a person's history. 100 events per person. Also the
 * query plans of these decisions, none of which may read a whole table.
 *
 *   npm run bench event-conditions
 *   EVENTS=100000000 npm run bench event-conditions
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { ContentId, VersionId } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { EventFilter, Rule } from "@fanfare/contract/targeting/rule";
import { decide } from "@fanfare/server/engage/decide/decisions";
import { loadPersonFacts } from "@fanfare/server/engage/decide/person-facts";
import { publishedContents } from "@fanfare/server/engage/decide/published-cache";
import { publishedContent } from "@fanfare/server/engage/decide/published-content";
import { silentLog } from "@fanfare/server/lib/log";
import { openStore } from "@fanfare/server/store/database";
import { membershipsOf } from "@fanfare/server/store/statements/people/person-facts";
import { liveSuppressions } from "@fanfare/server/store/statements/people/suppressions";
import type { Store } from "@fanfare/server/store/store";
import { planOf, queriesOf, WHOLE_TABLE } from "../server/test/support/query-plans.ts";
import { appRecord } from "../server/test/support/v1-server.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const EVENTS = Number(process.env["EVENTS"] ?? 2_000_000);
const EVENTS_EACH = 100;
const GROWTH = 10;
const DECISIONS = 300;
const SEEDED_AT_ONCE = 1_000_000;
const DAYS = 365;
const GROUPS = 1_000;
const GROUP_DAYS = 90;
/** People with this many events of one name, in both databases. */
const LONG_HISTORIES = [1_000, 10_000, 100_000] as const;

const app = appRecord();
const START_MS = Date.UTC(2026, 0, 1);
const NOW_MS = START_MS + DAYS * DAY_MS;
const NAMES = ["viewed", "ordered", "invited", "exported", "upgraded"] as const;

const large: EventFilter["props"] = [{ name: "total", test: { type: "number", op: "at_least", value: 990 } }];
const count = (times: number) => ({ op: "at_least", times }) as const;

/** None matches before all events that it may read are read, except counts. */
const CONDITIONS: Readonly<Record<string, readonly Rule[]>> = {
  "counts of 5 events": NAMES.map((name) => ({ kind: "event", name, count: count(50), within_days: 300 })),
  "first and last times": NAMES.map((name) => ({
    ...{ kind: "event_time", event: { name }, which: "first" },
    test: { type: "date", op: "within_days", days: 1 },
  })),
  "counts of a group": [{ kind: "group_event", name: "ordered", count: count(1_000_000), within_days: 30 }],
  "a property": [{ kind: "event", name: "viewed", props: large, count: count(1_000_000) }],
  "a sequence": [
    { kind: "event_sequence", first: { name: "upgraded", props: large }, next: { name: "viewed" }, within_days: 1 },
  ],
};

/** 50 live items, with these conditions in turn. */
function contentsWith(rules: readonly Rule[]) {
  return publishedContents(
    Array.from({ length: 50 }, (_, index) => {
      const edition = editionSchema.parse({
        body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "s", blocks: [] }] },
        targeting: { urls: { include: [], exclude: [] }, audience: rules[index % rules.length] },
      });
      const name = `content-${index}`;
      const ids = { content_id: `cnt_${index}` as ContentId, version_id: `ver_${index}` as VersionId };
      return publishedContent({ ...ids, slug: name, name, created_at: 0, version_number: 1 }, edition);
    }),
    new Map(),
  );
}

/** Bulk-inserts, bypassing the server's writer: only reads are measured. Indexes of events are built at the end. */
function seed(path: string, people: number): void {
  using database = new Database(path);
  database.run("pragma synchronous = off");
  database.run("pragma journal_mode = off");
  database.run("pragma cache_size = -500000");
  database.run(
    `insert into apps (id, key, name, paused, system, require_identity, allowed_origins, config_version, config_raised_at, created_at, settings, revision)
      values (?, ?, ?, 0, 0, 0, '[]', 1, ?, ?, '{}', 1)`,
    [app.id, app.key, app.name, START_MS, START_MS],
  );
  const numbers = "with recursive numbers (i) as (select ?1 union all select i + 1 from numbers where i + 1 < ?2)";
  const insertPeople = (from: number, to: number): void => {
    database.run(
      `${numbers} insert into people (id, app_id, external_id, verified, attributes, first_seen_at, last_seen_at)
        select printf('per_019ab7c0-0000-7000-8000-%012d', i), ?3, 'user-' || i, 1, '{"plan":"pro"}', ?4, ?4 from numbers`,
      [from, to, app.id, START_MS],
    );
  };
  // A person's events are far apart in the table, as when people are active at the same time.
  const insertEvents = (from: number, to: number, person: string, name: string, all: number): void => {
    database.run(
      `${numbers} insert into events (id, app_id, person_id, name, props, happened_at, received_at)
        select printf('evt_019ab7c0-0000-7000-8000-%012d', i), ?3, printf('per_019ab7c0-0000-7000-8000-%012d', ${person}), ${name},
          '{"total":' || (i % 900) || ',"page":"/orders/' || i || '","source":"menu"}',
          ?4 + (i % ?5) * ?6 / ?5, ?4 + (i % ?5) * ?6 / ?5 from numbers`,
      [from, to, app.id, START_MS, all, DAYS * DAY_MS],
    );
  };
  const indexes = database
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'events' and sql is not null",
    )
    .all();
  for (const { name } of indexes) database.run(`drop index ${name}`);
  insertPeople(0, people + LONG_HISTORIES.length);
  const events = people * EVENTS_EACH;
  const chosen = NAMES.map((name, index) => `when ${index} then '${name}'`).join(" ");
  for (let from = 0; from < events; from += SEEDED_AT_ONCE) {
    const to = Math.min(from + SEEDED_AT_ONCE, events);
    insertEvents(from, to, `i % ${people}`, `case (i / ${people}) % ${NAMES.length} ${chosen} end`, events);
  }
  let from = events;
  for (const [index, length] of LONG_HISTORIES.entries()) {
    insertEvents(from, from + length, String(people + index), "'viewed'", length);
    from += length;
  }
  for (const { sql } of indexes) database.run(sql);
  database.run(
    `${numbers} insert into groups (id, app_id, external_id, attributes, created_at, updated_at)
      select 'grp_' || i, ?3, 'acme-' || i, '{}', ?4, ?4 from numbers`,
    [0, GROUPS, app.id, START_MS],
  );
  database.run(
    `insert into memberships (person_id, group_id, attributes, created_at)
      select id, 'grp_' || (cast(substr(external_id, 6) as integer) % ?1), '{}', ?2 from people`,
    [GROUPS, START_MS],
  );
  database.run(
    `${numbers} insert into group_event_days (group_id, name, day, app_id, events, first_at, last_at)
      select 'grp_' || (i / ?4), 'ordered', ?5 - (i % ?4) * ?6, ?3, 9, ?5, ?5 from numbers`,
    [0, GROUPS * GROUP_DAYS, app.id, GROUP_DAYS, NOW_MS, DAY_MS],
  );
  database.run("analyze");
}

/** CPU time of this process, independent of other load on the machine. */
async function cpuMicros(turns: number, once: (turn: number) => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) await once(turn);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / turns;
}

interface Place {
  readonly store: Store;
  readonly people: number;
}

const personOf = ({ db }: Pick<Store, "db">, index: number) =>
  db
    .selectFrom("people")
    .selectAll()
    .where("app_id", "=", app.id)
    .where("external_id", "=", `user-${index}`)
    .executeTakeFirstOrThrow();

type Contents = ReturnType<typeof contentsWith>;

async function decideFor(
  { store }: { readonly store: Pick<Store, "db"> },
  contents: Contents,
  index: number,
): Promise<void> {
  const row = await personOf(store, index);
  const person = { id: row.id, external_id: row.external_id, channel_id: "u", verified: true, merged: false, row };
  const about = { app_id: app.id, person, call_context: { groups: [], context: {} } };
  decide(app, contents.list, await loadPersonFacts(store, contents, about, NOW_MS), NOW_MS);
}

/** The plans of a decision's queries, each query once. */
async function plansFor({ store }: Place, contents: Contents, index: number): Promise<readonly string[]> {
  const queries = await queriesOf(store.db, (db) => decideFor({ store: { db } }, contents, index));
  const alike = new Map(queries.map((query) => [query.sql, query]));
  return Promise.all([...alike.values()].map((query) => planOf(store, query)));
}

async function readsFor({ store }: Place, index: number): Promise<void> {
  const row = await personOf(store, index);
  await Promise.all([membershipsOf(store.db, [row.id]), liveSuppressions(store.db, row.id, 0)]);
}

/** The same people again and again, so that both databases are read from memory. */
function samplePeople(people: number): readonly number[] {
  const rng = seededRng(42);
  return Array.from({ length: 50 }, () => Math.floor(rng.next() * people));
}

async function compare(
  small: Place,
  big: Place,
  once: (place: Place, turn: number) => Promise<unknown>,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (const place of [small, big]) await cpuMicros(DECISIONS, (turn) => once(place, turn));
  for (let run = 0; run < RUNS; run++) {
    times[0].push(await cpuMicros(DECISIONS, (turn) => once(small, turn)));
    times[1].push(await cpuMicros(DECISIONS, (turn) => once(big, turn)));
  }
  return [median(times[0]), median(times[1])];
}

async function open(path: string, people: number): Promise<Place> {
  const began = performance.now();
  const deps = { clock: systemClock, log: silentLog };
  await (await openStore(`sqlite:${path}`, deps)).close();
  seed(path, people);
  const gib = statSync(path).size / 2 ** 30;
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  process.stdout.write(`${people * EVENTS_EACH} events of ${people} people: ${gib.toFixed(2)} GiB in ${seconds} s\n`);
  return { store: await openStore(`sqlite:${path}`, deps), people };
}

const micros = (value: number): string => `${value.toFixed(0)} µs`;
const ratio = (value: number): string => `${value.toFixed(2)} ×`;

const directory = mkdtempSync(join(tmpdir(), "fanfare-bench-"));
try {
  const people = Math.floor(EVENTS / EVENTS_EACH);
  const small = await open(join(directory, "small.db"), Math.floor(people / GROWTH));
  const big = await open(join(directory, "big.db"), people);
  const sampled = new Map([small, big].map((place) => [place, samplePeople(place.people)]));
  const typical = (place: Place, turn: number): number => sampled.get(place)?.[turn % 50] ?? 0;
  const bare = await compare(small, big, (place, turn) => readsFor(place, typical(place, turn)));
  const rows = [["the reads of a person alone", ...bare.map(micros), ratio(bare[1] / bare[0]), "", ""]];
  const all = { ...CONDITIONS, "all of these": Object.values(CONDITIONS).flat() };
  for (const [what, rules] of Object.entries(all)) {
    const contents = contentsWith(rules);
    const cost = await compare(small, big, (place, turn) => decideFor(place, contents, typical(place, turn)));
    const grown = cost[1] / cost[0];
    rows.push([what, ...cost.map(micros), ratio(grown), ratio(cost[1] / bare[1]), grown <= 1.25 ? "met" : "MISSED"]);
  }
  printTable(
    `CPU per decision, 50 items with conditions on events, and ${GROWTH} times as many people and events (medians of ${RUNS} runs)`,
    ["conditions", "a tenth", `${EVENTS} events`, "growth", "by the reads alone", "growth ≤ 1.25 ×"],
    rows,
  );
  const long: string[][] = [];
  for (const [what, rules] of Object.entries(CONDITIONS)) {
    const contents = contentsWith(rules);
    const costs: number[] = [];
    for (const index of LONG_HISTORIES.keys()) {
      await cpuMicros(20, () => decideFor(big, contents, big.people + index));
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        runs.push(await cpuMicros(50, () => decideFor(big, contents, big.people + index)));
      }
      costs.push(median(runs));
    }
    const grown = (costs.at(-1) ?? 0) / (costs[1] ?? 1);
    long.push([what, ...costs.map(micros), ratio(grown), grown <= 1.25 ? "met" : "MISSED"]);
  }
  printTable(
    "CPU per decision for people with long histories of one event",
    ["conditions", ...LONG_HISTORIES.map((length) => `${length} events`), "last step", "≤ 1.25 ×"],
    long,
  );
  const plans = new Set(
    (
      await Promise.all(
        [0, big.people].map((index) => plansFor(big, contentsWith(Object.values(CONDITIONS).flat()), index)),
      )
    ).flat(),
  );
  const whole = [...plans].filter((plan) => WHOLE_TABLE.test(plan));
  printTable(
    "Query plans of a decision with all of these conditions",
    ["plans", "read a whole table", "none"],
    [[String(plans.size), whole.join("; "), whole.length === 0 ? "met" : "MISSED"]],
  );
  await small.store.close();
  await big.store.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
