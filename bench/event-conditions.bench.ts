/**
 * Decisions with conditions on events, in a database and in one with 10 times as many people and events: the cost of a
 * decision must not depend on the total, and not on the length of a person's history. 100 events per person. Also the
 * query plans of these decisions, none of which may read a whole table.
 *
 *   npm run bench event-conditions
 *   EVENTS=50000000 npm run bench event-conditions
 */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { silentLog } from "@fanfare/server/lib/log";
import { openStore } from "@fanfare/server/store/database";
import { membershipsOf } from "@fanfare/server/store/statements/people/person-facts";
import { liveSuppressions } from "@fanfare/server/store/statements/people/suppressions";
import type { Store } from "@fanfare/server/store/store";
import { planOf, WHOLE_TABLE } from "../server/test/support/query-plans.ts";
import {
  app,
  CONDITIONS,
  type Contents,
  contentsWith,
  DAYS,
  decideFor,
  EVENTS,
  EVENTS_EACH,
  GROUP_DAYS,
  GROUPS,
  GROWTH,
  LONG_HISTORIES,
  NOW_MS,
  nameAt,
  personAt,
  personOf,
  queriesFor,
  ratio,
  SEEDED_AT_ONCE,
  START_MS,
  samplePeople,
} from "./event-conditions/decisions.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const DECISIONS = 300;

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
  for (let from = 0; from < events; from += SEEDED_AT_ONCE) {
    const to = Math.min(from + SEEDED_AT_ONCE, events);
    insertEvents(from, to, personAt(people), nameAt(people), events);
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

async function plansFor({ store }: Place, contents: Contents, index: number): Promise<readonly string[]> {
  return Promise.all((await queriesFor(store, contents, index)).map((query) => planOf(store, query)));
}

async function readsFor({ store }: Place, index: number): Promise<void> {
  const row = await personOf(store, index);
  await Promise.all([membershipsOf(store.db, [row.id]), liveSuppressions(store.db, row.id, 0)]);
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
