import { describe, expect, test } from "bun:test";
import { type EventId, type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Attributes } from "@fanfare/contract/people/attribute";
import type { EventFilter, Rule, RuleLeaf } from "@fanfare/contract/targeting/rule";
import { matchesRule } from "@fanfare/contract/targeting/rule-match";
import { ruleReasons } from "@fanfare/contract/targeting/rule-reasons";
import { evidenceText } from "@fanfare/contract/wording/evidence";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { OpenStore } from "../../../test/support/temporary-store.ts";
import { toJson } from "../../store/columns.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { countIn } from "../list/people-count.ts";
import { buildRuleFacts } from "./rule-facts.ts";
import { collectRuleNeeds } from "./rule-needs.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const PEOPLE = 8;
const RULES = process.env["NIGHTLY"] === "1" ? 1_000 : 60;

interface StoredEvent {
  readonly id: string;
  readonly name: string;
  readonly at_ms: number;
  readonly props: Attributes;
}

/** Straightforward meaning of the conditions, without limits, order of rows, or SQL. */
function isMeant(leaf: RuleLeaf, events: readonly StoredEvent[]): boolean {
  const passing = ({ name, props = [] }: EventFilter): readonly StoredEvent[] =>
    events.filter(
      (event) =>
        event.name === name &&
        props.every(({ name: key, test: { op, ...test } }) => {
          const value = event.props[key];
          if (op === "between" && "min" in test) return Number(value) >= test.min && Number(value) <= test.max;
          return "value" in test && (op === "is" ? value === test.value : value !== test.value);
        }),
    );
  switch (leaf.kind) {
    case "event": {
      const since_ms = leaf.within_days === undefined ? 0 : NOW_MS - leaf.within_days * DAY_MS;
      const n = passing(leaf).filter(({ at_ms }) => at_ms > since_ms).length;
      return leaf.count.op === "at_least" ? n >= leaf.count.times : n <= leaf.count.times;
    }
    case "event_time": {
      const times = passing(leaf.event).map(({ at_ms }) => at_ms);
      if (times.length === 0 || !("days" in leaf.test)) return false;
      const at_ms = leaf.which === "first" ? Math.min(...times) : Math.max(...times);
      const is_older = NOW_MS - at_ms > leaf.test.days * DAY_MS;
      return is_older === (leaf.test.op === "longer_ago_days");
    }
    case "event_sequence": {
      const later = passing(leaf.next);
      return passing(leaf.first).some((a) =>
        later.some(
          (b) =>
            (a.at_ms < b.at_ms || (a.at_ms === b.at_ms && a.id < b.id)) &&
            b.at_ms - a.at_ms <= leaf.within_days * DAY_MS,
        ),
      );
    }
    default:
      throw new Error(`${leaf.kind} isn't about events.`);
  }
}

/** Conditions on events, in SQLite and in PostgreSQL. */
export function eventConditionsContract(dialect: string, open: OpenStore): void {
  describe(`conditions on events (${dialect})`, () => {
    test("mean the same in decisions, explanations, and counts, over random histories", async () => {
      await using temporary = await open();
      const { store } = temporary;
      const { apps, people: person } = sampleRows("events");
      const rng = seededRng(7);
      const pick = <Value>(...values: readonly Value[]): Value =>
        values[Math.floor(rng.next() * values.length)] as Value;
      const clock = { now: () => NOW_MS };
      await store.write([{ query: insertRow(store.db, "apps", apps) }]);
      const histories = new Map<PersonId, StoredEvent[]>();
      for (let index = 0; index < PEOPLE; index++) {
        const id = `per_${index}` as PersonId;
        const events = Array.from(
          { length: Math.floor(rng.next() * 16) },
          (): StoredEvent => ({
            ...{ id: uuidv7(clock, rng), name: pick("viewed", "bought") },
            at_ms: NOW_MS - pick(1, 1, 2, 3, 5, 8, 20) * DAY_MS,
            props: pick<Attributes>({}, { total: 5, plan: "pro" }, { total: 50 }, { total: "many", plan: "free" }),
          }),
        );
        histories.set(id, events);
        await store.write([
          { query: insertRow(store.db, "people", { ...person, id, external_id: `u_${index}`, merged_into: null }) },
          ...events.map(({ id: event_id, name, at_ms, props }) => ({
            query: insertRow(store.db, "events", {
              ...{ id: event_id as EventId, app_id: apps.id, person_id: id, name, props: toJson(props) },
              ...{ happened_at: at_ms, received_at: at_ms, batch: "", content_id: "", facets: "" },
            }),
          })),
        ]);
      }
      const rows = await store.db.selectFrom("people").selectAll().where("app_id", "=", apps.id).execute();
      const filter = (): EventFilter => {
        const name = pick("viewed", "viewed", "bought", "bought", "left");
        const test_of = pick<undefined | { name: string; test: Extract<RuleLeaf, { kind: "attribute" }>["test"] }>(
          undefined,
          { name: "total", test: { type: "number", op: "between", min: 5, max: 20 } },
          { name: "plan", test: { type: "text", op: "is_not", value: "pro" } },
          { name: "plan", test: { type: "text", op: "is", value: "pro" } },
        );
        return test_of === undefined ? { name } : { name, props: [test_of] };
      };
      const leaf = (): RuleLeaf =>
        pick<() => RuleLeaf>(
          () => ({
            ...{ kind: "event", ...filter(), count: { op: pick("at_least", "at_most"), times: pick(0, 1, 2, 3) } },
            ...pick({}, { within_days: pick(2, 6) }),
          }),
          () => ({
            ...{ kind: "event_time", event: filter(), which: pick("first", "last") },
            test: { type: "date", op: pick("within_days", "longer_ago_days"), days: pick(2, 6) },
          }),
          () => ({ kind: "event_sequence", first: filter(), next: filter(), within_days: pick(1, 2, 6) }),
        )();
      for (let round = 0; round < RULES; round++) {
        const rule = leaf();
        const about = { needs: collectRuleNeeds([rule], new Map()), segments: new Map(), now_ms: NOW_MS };
        const together = await buildRuleFacts(store, rows, about);
        let expected = 0;
        for (const row of rows) {
          const facts = together.get(row.id) ?? {};
          const alone = (await buildRuleFacts(store, [row], about)).get(row.id) ?? {};
          const meant = isMeant(rule, histories.get(row.id) ?? []);
          if (meant) expected++;
          const evidence = evidenceText(ruleReasons(rule, facts));
          const context = `${JSON.stringify(rule)} ${JSON.stringify(histories.get(row.id))}`;
          expect([matchesRule(rule, facts), matchesRule(rule, alone), context]).toEqual([meant, meant, context]);
          expect(evidence).toBe(evidenceText(ruleReasons(rule, alone)));
        }
        const list = { store, rng, now_ms: NOW_MS };
        const resolved = { rule: rule as Rule, segments: new Map() };
        expect(await countIn(list, apps.id, resolved)).toMatchObject({ count: expected, unknown: 0, exact: true });
      }
    });

    test("consider the latest events of long histories, and the first event ever", async () => {
      await using temporary = await open();
      const { store } = temporary;
      const { apps, people: person } = sampleRows("long");
      const rng = seededRng(8);
      const count = limits.rule_events_read_max + 5;
      await store.write([
        { query: insertRow(store.db, "apps", apps) },
        { query: insertRow(store.db, "people", { ...person, merged_into: null }) },
        ...Array.from({ length: count }, (_, index) => ({
          query: insertRow(store.db, "events", {
            ...{ id: uuidv7({ now: () => NOW_MS }, rng) as EventId, app_id: apps.id, person_id: person.id },
            ...{ name: "viewed", props: toJson({ n: index }), happened_at: index, received_at: index + 1 },
            ...{ batch: "", content_id: "", facets: "" },
          }),
        })),
      ]);
      const read_one_by_one: Rule = {
        kind: "event_sequence",
        first: { name: "viewed" },
        next: { name: "viewed" },
        within_days: 1,
      };
      const needs = collectRuleNeeds([read_one_by_one], new Map());
      const facts = await buildRuleFacts(store, [person], { needs, segments: new Map(), now_ms: NOW_MS });
      const history = facts.get(person.id)?.event_history?.("viewed");
      expect([
        history?.latest.length,
        history?.latest[0]?.at_ms,
        history?.latest.at(-1)?.at_ms,
        history?.first_ms,
      ]).toEqual([limits.rule_events_read_max, count, 6, 1]);
    });
  });
}
