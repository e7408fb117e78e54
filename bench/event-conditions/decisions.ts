import type { ContentId, VersionId } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { EventFilter, Rule } from "@fanfare/contract/targeting/rule";
import { decide } from "@fanfare/server/engage/decide/decisions";
import { loadPersonFacts } from "@fanfare/server/engage/decide/person-facts";
import { publishedContents } from "@fanfare/server/engage/decide/published-cache";
import { publishedContent } from "@fanfare/server/engage/decide/published-content";
import type { Store } from "@fanfare/server/store/store";
import { queriesOf } from "../../server/test/support/query-plans.ts";
import { appRecord } from "../../server/test/support/v1-server.ts";

export const EVENTS = Number(process.env["EVENTS"] ?? 2_000_000);
export const EVENTS_EACH = 100;
/** How many times the larger database is larger. */
export const GROWTH = 10;
export const SEEDED_AT_ONCE = 1_000_000;
export const DAYS = 365;
export const GROUPS = 1_000;
export const GROUP_DAYS = 90;
/** People with this many events of one name, in both databases. */
export const LONG_HISTORIES = [1_000, 10_000, 100_000] as const;

export const app = appRecord();
export const START_MS = Date.UTC(2026, 0, 1);
export const NOW_MS = START_MS + DAYS * DAY_MS;
export const NAMES = ["viewed", "ordered", "invited", "exported", "upgraded"] as const;

const large: EventFilter["props"] = [{ name: "total", test: { type: "number", op: "at_least", value: 990 } }];
const count = (times: number) => ({ op: "at_least", times }) as const;

/** None matches before all events that it may read are read, except counts. */
export const CONDITIONS: Readonly<Record<string, readonly Rule[]>> = {
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
export function contentsWith(rules: readonly Rule[]) {
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

/** The same people again and again, so that all databases are read from memory. */
export function samplePeople(people: number): readonly number[] {
  const rng = seededRng(42);
  return Array.from({ length: 50 }, () => Math.floor(rng.next() * people));
}

export const personOf = ({ db }: Pick<Store, "db">, index: number) =>
  db
    .selectFrom("people")
    .selectAll()
    .where("app_id", "=", app.id)
    .where("external_id", "=", `user-${index}`)
    .executeTakeFirstOrThrow();

export type Contents = ReturnType<typeof contentsWith>;

export async function decideFor(
  { store }: { readonly store: Pick<Store, "db"> },
  contents: Contents,
  index: number,
): Promise<void> {
  const row = await personOf(store, index);
  const person = { id: row.id, external_id: row.external_id, channel_id: "u", verified: true, merged: false, row };
  const about = { app_id: app.id, person, call_context: { groups: [], context: {} } };
  decide(app, contents.list, await loadPersonFacts(store, contents, about, NOW_MS), NOW_MS);
}

/** The queries of a decision, each once. */
export async function queriesFor({ db }: Pick<Store, "db">, contents: Contents, index: number) {
  const queries = await queriesOf(db, (noted) => decideFor({ store: { db: noted } }, contents, index));
  return [...new Map(queries.map((query) => [query.sql, query])).values()];
}

/** A person's events are far apart in the table, as when people are active at the same time. */
export const personAt = (people: number): string => `i % ${people}`;

/** SQL for the name of an event. */
export function nameAt(people: number): string {
  const chosen = NAMES.map((name, index) => `when ${index} then '${name}'`).join(" ");
  return `case (i / ${people}) % ${NAMES.length} ${chosen} end`;
}

export const ratio = (value: number): string => `${value.toFixed(2)} ×`;
