/**
 * Like event-conditions.bench.ts, on PostgreSQL: pages of the database that a decision reads. Unlike time, they don't
 * depend on the machine. No plan may read a large table as a whole. Pages of the visibility map are listed apart: at most
 * one per row that is counted, and they're always in memory.
 *
 *   npm run bench event-conditions-postgres
 *   EVENTS=20000000 npm run bench event-conditions-postgres
 */
import { systemClock } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { silentLog } from "@fanfare/server/lib/log";
import { openStore } from "@fanfare/server/store/database";
import type { Store } from "@fanfare/server/store/store";
import { SQL } from "bun";
import { startPostgres } from "../scripts/services/postgres.ts";
import { readsOf } from "../server/test/support/query-plans.ts";
import {
  app,
  CONDITIONS,
  type Contents,
  contentsWith,
  DAYS,
  EVENTS,
  EVENTS_EACH,
  GROUP_DAYS,
  GROUPS,
  GROWTH,
  LONG_HISTORIES,
  NOW_MS,
  nameAt,
  personAt,
  queriesFor,
  ratio,
  SEEDED_AT_ONCE,
  START_MS,
  samplePeople,
} from "./event-conditions/decisions.ts";
import { printTable } from "./table.ts";

/** A larger index can have one more level. */
const GROWTH_MAX = 1.5;
const LARGE_TABLES = ["events", "people", "memberships"];

/** Bulk-inserts, bypassing the server's writer: only reads are measured. Indexes of events are built at the end. */
async function seed(url: string, people: number): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  const insertEvents = (from: number, to: number, person: string, name: string, all: number) =>
    sql.unsafe(`insert into events (id, app_id, person_id, name, props, happened_at, received_at)
      select 'evt_019ab7c0-0000-7000-8000-' || lpad(i::text, 12, '0'), '${app.id}',
        'per_019ab7c0-0000-7000-8000-' || lpad((${person})::text, 12, '0'), ${name},
        '{"total":' || (i % 900) || ',"page":"/orders/' || i || '","source":"menu"}',
        ${START_MS} + (i % ${all}) * ${DAYS * DAY_MS} / ${all}, ${START_MS} + (i % ${all}) * ${DAYS * DAY_MS} / ${all}
      from generate_series(${from}::bigint, ${to - 1}::bigint) as i`);
  await sql.unsafe(`insert into apps (id, key, name, paused, system, require_identity, allowed_origins, config_version, config_raised_at, created_at, settings, revision)
    values ('${app.id}', '${app.key}', '${app.name}', 0, 0, 0, '[]', 1, ${START_MS}, ${START_MS}, '{}', 1)`);
  const indexes = await sql.unsafe<{ name: string; definition: string }[]>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = 'events' and indexname not like '%pkey'",
  );
  for (const { name } of indexes) await sql.unsafe(`drop index "${name}"`);
  await sql.unsafe(`insert into people (id, app_id, external_id, verified, attributes, first_seen_at, last_seen_at)
    select 'per_019ab7c0-0000-7000-8000-' || lpad(i::text, 12, '0'), '${app.id}', 'user-' || i, 1, '{"plan":"pro"}', ${START_MS}, ${START_MS}
    from generate_series(0, ${people + LONG_HISTORIES.length - 1}) as i`);
  const events = people * EVENTS_EACH;
  for (let from = 0; from < events; from += SEEDED_AT_ONCE) {
    await insertEvents(from, Math.min(from + SEEDED_AT_ONCE, events), personAt(people), nameAt(people), events);
  }
  let from = events;
  for (const [index, length] of LONG_HISTORIES.entries()) {
    await insertEvents(from, from + length, String(people + index), "'viewed'", length);
    from += length;
  }
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe(`insert into groups (id, app_id, external_id, attributes, created_at, updated_at)
    select 'grp_' || i, '${app.id}', 'acme-' || i, '{}', ${START_MS}, ${START_MS} from generate_series(0, ${GROUPS - 1}) as i`);
  await sql.unsafe(`insert into memberships (person_id, group_id, attributes, created_at)
    select id, 'grp_' || (substr(external_id, 6)::integer % ${GROUPS}), '{}', ${START_MS} from people`);
  await sql.unsafe(`insert into group_event_days (group_id, name, day, app_id, events, first_at, last_at)
    select 'grp_' || (i / ${GROUP_DAYS}), 'ordered', ${NOW_MS} - (i % ${GROUP_DAYS})::bigint * ${DAY_MS}, '${app.id}', 9, ${NOW_MS}, ${NOW_MS}
    from generate_series(0, ${GROUPS * GROUP_DAYS - 1}) as i`);
  await sql.unsafe("vacuum analyze");
  await sql.close();
}

interface Place {
  readonly store: Store;
  readonly people: number;
}

async function open(server: string, name: string, people: number): Promise<Place> {
  const began = performance.now();
  const admin = new SQL(server, { max: 1 });
  await admin.unsafe(`create database ${name}`);
  await admin.close();
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const store = await openStore(url, { clock: systemClock, log: silentLog });
  await seed(url, people);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  process.stdout.write(`${people * EVENTS_EACH} events of ${people} people in ${seconds} s\n`);
  return { store, people };
}

/** Pages that the queries of a decision read, and those of the large tables that they read as a whole. */
async function decisionReads({ store }: Place, contents: Contents, index: number) {
  let [pages, map_pages] = [0, 0];
  const whole: string[] = [];
  for (const query of await queriesFor(store, contents, index)) {
    const read = await readsOf(store.db, query);
    pages += read.pages;
    map_pages += read.map_pages;
    whole.push(...read.whole_tables.filter((table) => LARGE_TABLES.includes(table)));
  }
  return { pages, map_pages, whole };
}

async function average(place: Place, contents: Contents, people: readonly number[]) {
  const reads: Awaited<ReturnType<typeof decisionReads>>[] = [];
  for (const index of people) reads.push(await decisionReads(place, contents, index));
  const mean = (of: "pages" | "map_pages"): number => reads.reduce((sum, each) => sum + each[of], 0) / reads.length;
  return { pages: mean("pages"), map_pages: mean("map_pages"), whole: reads.flatMap(({ whole }) => whole) };
}

const postgres = await startPostgres();
try {
  const people = Math.floor(EVENTS / EVENTS_EACH);
  const small = await open(postgres.url, "small", Math.floor(people / GROWTH));
  const big = await open(postgres.url, "big", people);
  const whole = new Set<string>();
  const rows: string[][] = [];
  for (const [what, rules] of Object.entries({ ...CONDITIONS, "all of these": Object.values(CONDITIONS).flat() })) {
    const contents = contentsWith(rules);
    const [few, many, ...long] = [
      await average(small, contents, samplePeople(small.people)),
      await average(big, contents, samplePeople(big.people)),
      ...(await Promise.all(LONG_HISTORIES.slice(1).map((_, at) => decisionReads(big, contents, big.people + at + 1)))),
    ];
    // PostgreSQL reads a small table as a whole if that's cheaper.
    for (const each of [many, ...long]) for (const table of each.whole) whole.add(table);
    const [grown, lengthened] = [many.pages / few.pages, (long[1]?.pages ?? 0) / (long[0]?.pages ?? 1)];
    const is_met = grown <= GROWTH_MAX && lengthened <= GROWTH_MAX;
    rows.push([
      ...[what, few.pages.toFixed(0), many.pages.toFixed(0), ratio(grown)],
      `${few.map_pages.toFixed(0)}, ${many.map_pages.toFixed(0)}`,
      ...[...long.map(({ pages }) => String(pages)), ratio(lengthened), is_met ? "met" : "MISSED"],
    ]);
  }
  printTable(
    `Pages that a decision reads on PostgreSQL, 50 items with conditions on events, and ${GROWTH} times as many people and events`,
    [
      ...["conditions", "a tenth", `${EVENTS} events`, "growth", "and of the visibility map"],
      ...LONG_HISTORIES.slice(1).map((length) => `history of ${length}`),
      ...["growth", `both ≤ ${GROWTH_MAX} ×`],
    ],
    rows,
  );
  printTable(
    "Query plans of these decisions, in the larger database",
    ["large tables read as a whole", "none"],
    [[[...whole].join(", "), whole.size === 0 ? "met" : "MISSED"]],
  );
  await small.store.close();
  await big.store.close();
} finally {
  await postgres.stop();
}
