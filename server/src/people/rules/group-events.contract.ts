import { describe, expect, test } from "bun:test";
import { type EventId, type GroupId, type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS } from "@fanfare/contract/limits";
import type { Rule, RuleLeaf } from "@fanfare/contract/targeting/rule";
import { matchesRule } from "@fanfare/contract/targeting/rule-match";
import { ruleReasons } from "@fanfare/contract/targeting/rule-reasons";
import { evidenceText } from "@fanfare/contract/wording/evidence";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { OpenStore } from "../../../test/support/temporary-store.ts";
import { type BatchedEvent, storeEvents, storeNewEvents } from "../../store/statements/analytics/events.ts";
import { countForGroups, deleteOldGroupEventDays } from "../../store/statements/analytics/group-event-days.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { deletePeople } from "../../store/statements/people/erasures.ts";
import { deleteMembership } from "../../store/statements/people/groups.ts";
import type { Store } from "../../store/store.ts";
import { countIn } from "../list/people-count.ts";
import { buildRuleFacts } from "./rule-facts.ts";
import { collectRuleNeeds } from "./rule-needs.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const FIRST_DAY_MS = NOW_MS - 20 * DAY_MS;
const PEOPLE = 6;
const GROUPS = 3;
const BATCHES = 80;
const RULES = process.env["NIGHTLY"] === "1" ? 1_000 : 60;

/** An event, with the groups that its person belonged to at the time. */
interface Happened {
  readonly name: string;
  readonly at_ms: number;
  readonly groups: readonly GroupId[];
}

/** Straightforward meaning of the conditions, without roll-ups. */
function isMeant(leaf: RuleLeaf, happened: readonly Happened[], groups: readonly GroupId[]): boolean {
  switch (leaf.kind) {
    case "group_event": {
      const today = NOW_MS - (NOW_MS % DAY_MS);
      const since_ms = leaf.within_days === undefined ? 0 : today - (leaf.within_days - 1) * DAY_MS;
      const counts = groups.map((group) => {
        return happened.filter((it) => it.name === leaf.name && it.at_ms >= since_ms && it.groups.includes(group))
          .length;
      });
      const { op, times } = leaf.count;
      return (groups.length === 0 ? [0] : counts).some((n) =>
        op === "at_least" ? n >= times : op === "at_most" ? n <= times : n === times,
      );
    }
    case "group_event_time": {
      const { name, which, test } = leaf;
      if (!("days" in test)) throw new Error("Only ages are generated.");
      return groups.some((group) => {
        const times = happened.filter((it) => it.name === name && it.groups.includes(group)).map(({ at_ms }) => at_ms);
        if (times.length === 0) return false;
        const age_ms = NOW_MS - (which === "first" ? Math.min(...times) : Math.max(...times));
        return age_ms > test.days * DAY_MS === (test.op === "longer_ago_days");
      });
    }
    default:
      throw new Error(`${leaf.kind} isn't about the events of groups.`);
  }
}

const APP = sampleRows("groups");
const personId = (index: number): PersonId => `per_${index}` as PersonId;
const groupId = (index: number): GroupId => `grp_${index}` as GroupId;

/** People join and leave groups, and trigger events in between. Some requests repeat events that are stored already. */
async function seedHistory(store: Store, rng: Rng) {
  const { apps, people, groups } = APP;
  const at = <Value>(...values: readonly Value[]): Value => values[Math.floor(rng.next() * values.length)] as Value;
  await store.write([
    { query: insertRow(store.db, "apps", apps) },
    ...Array.from({ length: GROUPS }, (_, index) => ({
      query: insertRow(store.db, "groups", { ...groups, id: groupId(index), external_id: `acme_${index}` }),
    })),
    ...Array.from({ length: PEOPLE }, (_, index) => ({
      query: insertRow(store.db, "people", {
        ...{ ...people, id: personId(index), external_id: `u_${index}`, merged_into: null },
      }),
    })),
  ]);
  const memberships = new Map<PersonId, Set<GroupId>>();
  const happened: Happened[] = [];
  let earlier: readonly BatchedEvent[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const person_id = personId(Math.floor(rng.next() * PEOPLE));
    const own = memberships.get(person_id) ?? new Set<GroupId>();
    memberships.set(person_id, own);
    const group_id = groupId(Math.floor(rng.next() * GROUPS));
    if (own.delete(group_id)) await store.write([{ query: deleteMembership(store.db, person_id, group_id) }]);
    else {
      const membership = { person_id, group_id, attributes: "{}", created_at: 0 };
      own.add(group_id);
      await store.write([{ query: insertRow(store.db, "memberships", membership) }]);
    }
    // The last days have more events, some of them at midnight.
    const received_at = FIRST_DAY_MS + Math.floor(20 * Math.sqrt(rng.next())) * DAY_MS + at(-12, 0, 5) * HOUR_MS;
    const fresh = Array.from({ length: 1 + Math.floor(rng.next() * 4) }, () => ({
      ...{ id: uuidv7({ now: () => received_at }, rng) as EventId, name: at("created", "created", "shared") },
      ...{ props: "{}", happened_at: received_at, content_id: "", facets: "" },
    }));
    const repeats = batch % 3 === 0 ? earlier : [];
    const token_groups = batch % 5 === 0 ? ["acme_1", "unknown"] : [];
    const call = { app_id: apps.id, person_id, received_at, batch: `batch_${batch}` };
    const make = repeats.length > 0 ? storeEvents : storeNewEvents;
    const written = await store.write([
      ...make(store.db, call, [...fresh, ...repeats]),
      { query: countForGroups(store.db, call, token_groups) },
    ]);
    expect(written.outcome).toBe("committed");
    const counted = new Set(own);
    if (token_groups.length > 0) counted.add(groupId(1));
    for (const { name } of fresh) happened.push({ name, at_ms: received_at, groups: [...counted] });
    earlier = fresh;
  }
  return { happened, memberships };
}

/** Conditions on the events of groups, in SQLite and in PostgreSQL. */
export function groupEventsContract(dialect: string, open: OpenStore): void {
  describe(`conditions on the events of groups (${dialect})`, () => {
    test("count events for the groups at the time, in decisions, explanations, and counts", async () => {
      await using temporary = await open();
      const { store } = temporary;
      const rng = seededRng(11);
      const pick = <Value>(...values: readonly Value[]): Value =>
        values[Math.floor(rng.next() * values.length)] as Value;
      const { happened, memberships } = await seedHistory(store, rng);
      const rows = await store.db.selectFrom("people").selectAll().where("app_id", "=", APP.apps.id).execute();
      const name = (): string => pick("created", "created", "shared", "never");
      const leaf = (): RuleLeaf =>
        pick<() => RuleLeaf>(
          () => ({
            ...{ kind: "group_event", name: name() },
            count: { op: pick("at_least", "at_most", "exactly"), times: pick(0, 1, 2, 5, 12, 25) },
            ...pick({}, { within_days: pick(1, 3, 7) }),
          }),
          () => ({
            ...{ kind: "group_event_time", name: name(), which: pick("first", "last") },
            test: { type: "date", op: pick("within_days", "longer_ago_days"), days: pick(1, 3, 12) },
          }),
        )();
      for (let round = 0; round < RULES; round++) {
        const rule = leaf();
        const about = { needs: collectRuleNeeds([rule], new Map()), segments: new Map(), now_ms: NOW_MS };
        const together = await buildRuleFacts(store, rows, about);
        let expected = 0;
        for (const row of rows) {
          const facts = together.get(row.id) ?? {};
          const alone = (await buildRuleFacts(store, [row], about)).get(row.id) ?? {};
          const groups = [...(memberships.get(row.id) ?? [])].toSorted();
          const meant = isMeant(rule, happened, groups);
          if (meant) expected++;
          const context = `${JSON.stringify(rule)} ${JSON.stringify(groups)}`;
          expect([matchesRule(rule, facts), matchesRule(rule, alone), context]).toEqual([meant, meant, context]);
          expect(evidenceText(ruleReasons(rule, facts))).toBe(evidenceText(ruleReasons(rule, alone)));
        }
        const resolved = { rule: rule as Rule, segments: new Map() };
        const counted = await countIn({ store, rng, now_ms: NOW_MS }, APP.apps.id, resolved);
        expect(counted).toMatchObject({ count: expected, unknown: 0, exact: true });
      }
    });

    test("stay when a person is erased, and end with the retention of events", async () => {
      await using temporary = await open();
      const { store } = temporary;
      const { happened } = await seedHistory(store, seededRng(12));
      const total = async (): Promise<number> => {
        const days = await store.db.selectFrom("group_event_days").select("events").execute();
        return days.reduce((sum, { events }) => sum + Number(events), 0);
      };
      const expected = (since_ms: number): number =>
        happened.filter(({ at_ms }) => at_ms >= since_ms).reduce((sum, { groups }) => sum + groups.length, 0);
      const ids = Array.from({ length: PEOPLE }, (_, index) => personId(index));
      await store.write(deletePeople(store.db, ids).map((query) => ({ query })));
      expect(await total()).toBe(expected(0));

      // The day on which the retention ends is kept as a whole.
      const before_ms = NOW_MS - 3 * DAY_MS;
      await store.write([{ query: deleteOldGroupEventDays(store.db, APP.apps.id, before_ms, 1_000) }]);
      expect(await total()).toBe(expected(before_ms - (before_ms % DAY_MS)));
    });
  });
}
