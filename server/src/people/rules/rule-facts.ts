import type { PersonId } from "@fanfare/contract/lib/ids";
import type { Ternary } from "@fanfare/contract/lib/three-valued";
import { DAY_MS } from "@fanfare/contract/limits";
import type { Attributes } from "@fanfare/contract/people/attribute";
import type { GroupFact, RuleFacts } from "@fanfare/contract/targeting/rule-facts";
import { matchesRule } from "@fanfare/contract/targeting/rule-match";
import { fromBit, fromJson } from "../../store/columns.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import {
  contentStates,
  eventCounts,
  type MembershipRow,
  membershipsOf,
} from "../../store/statements/people/person-facts.ts";
import { listingsOf } from "../../store/statements/people/segment-people.ts";
import type { Store } from "../../store/store.ts";
import { loadHistories, NO_EVENTS } from "./event-histories.ts";
import { loadGroupEvents } from "./group-events.ts";
import { countKey, type RuleNeeds, type SegmentRules } from "./rule-needs.ts";

/** Stored fields that a rule can use. A person without a row has none of them. */
type KnownPerson = Pick<PersonRow, "id" | "attributes" | "locale" | "time_zone" | "device">;

/** Environment that a page sends with each boot. Omitted fields are unknown. */
export type PersonContext = Pick<RuleFacts, "locale" | "time_zone" | "device">;

interface About {
  readonly needs: RuleNeeds;
  readonly segments: SegmentRules;
  readonly now_ms: number;
}

/**
 * Loads the facts for rules, for many people in a few reads.
 *
 * @example
 * const facts = await ruleFactsOf(store, rows, { needs, segments, now_ms });
 * matches(rule, facts.get(rows[0].id));
 */
export async function buildRuleFacts(
  store: Pick<Store, "db">,
  people: readonly KnownPerson[],
  about: About,
): Promise<ReadonlyMap<PersonId, RuleFacts>> {
  const { needs, segments, now_ms } = about;
  const ids = people.map(({ id }) => id);
  const wanted = needs.events.map(({ name, within_days, count_max }) => ({
    ...{ name, count_max },
    since: within_days === undefined ? 0 : now_ms - within_days * DAY_MS,
  }));
  const [memberships, counts, states, listings, histories] = await Promise.all([
    needs.groups && ids.length > 0 ? membershipsOf(store.db, ids) : [],
    wanted.length > 0 && ids.length > 0 ? eventCounts(store.db, ids, wanted) : [],
    needs.content_ids.length > 0 && ids.length > 0 ? contentStates(store.db, ids, needs.content_ids) : [],
    needs.list_ids.length > 0 && ids.length > 0 ? listingsOf(store.db, ids, needs.list_ids) : [],
    loadHistories(store.db, ids, needs.histories, now_ms),
  ]);
  const group_ids = memberships.map(({ group_id }) => group_id);
  const eventsOf = await loadGroupEvents(store.db, group_ids, needs, now_ms);
  const groups_of = Map.groupBy(memberships, ({ person_id }) => person_id);
  const counts_of = new Map(counts.map((row) => [row.person_id, row.counts]));
  const states_of = new Map(states.map((row) => [`${row.person_id} ${row.content_id}`, row]));
  const listed = new Map(listings.map((row) => [`${row.person_id} ${row.segment_id}`, row.added_at]));
  const read_names = new Set(needs.histories.map(({ name }) => name));
  const place = new Map(needs.events.map(({ name, within_days }, index) => [countKey(name, within_days), index]));

  return new Map(
    people.map((person): [PersonId, RuleFacts] => {
      const facts: RuleFacts = {
        ...unknownPersonFacts(person.id, about),
        attributes: parseAttributes(person.attributes),
        groups: needs.groups
          ? (groups_of.get(person.id) ?? []).map((row) => groupFact(row, eventsOf(row.group_id)))
          : undefined,
        listed_at(segment_id) {
          return needs.list_ids.includes(segment_id) ? (listed.get(`${person.id} ${segment_id}`) ?? null) : undefined;
        },
        event_count(name, within_days) {
          const index = place.get(countKey(name, within_days));
          return index === undefined ? undefined : (counts_of.get(person.id)?.[index] ?? 0);
        },
        event_history: (name) => (read_names.has(name) ? histories(person.id, name) : undefined),
        content_state(content_id, state) {
          if (!needs.content_ids.includes(content_id)) return undefined;
          const row = states_of.get(`${person.id} ${content_id}`);
          return row === undefined ? false : state === "seen" || fromBit(row[state]);
        },
        device: person.device ?? undefined,
        locale: person.locale ?? undefined,
        time_zone: person.time_zone ?? undefined,
      };
      return [person.id, withSegments(facts, segments)];
    }),
  );
}

/** Facts of a person without a row. They're known to be empty, not unknown. */
export function unknownPersonFacts(person_id: PersonId, { segments, now_ms }: About): RuleFacts {
  return withSegments(
    {
      ...{
        now_ms,
        person_id,
        attributes: {},
        groups: [],
        event_count: () => 0,
        event_history: () => NO_EVENTS,
        content_state: () => false,
      },
      listed_at: (segment_id) => (segments.get(segment_id)?.kind === "list" ? null : undefined),
    },
    segments,
  );
}

/** Adds segment evaluation to the facts. Segments are evaluated lazily, each once. */
export function withSegments(facts: RuleFacts, segments: SegmentRules): RuleFacts {
  const results = new Map<string, Ternary>();
  const complete: RuleFacts = {
    ...facts,
    segment(segment_id) {
      if (results.has(segment_id)) return results.get(segment_id);
      const rule = segments.get(segment_id);
      // Cycle guard: a segment that refers to itself is unknown.
      results.set(segment_id, undefined);
      const truth = rule?.kind === "list" ? isListed(facts, segment_id) : rule && matchesRule(rule, complete);
      results.set(segment_id, truth);
      return truth;
    },
  };
  return complete;
}

function isListed({ listed_at }: RuleFacts, segment_id: string): Ternary {
  const at_ms = listed_at?.(segment_id);
  return at_ms === undefined ? undefined : at_ms !== null;
}

function groupFact(row: MembershipRow, events: Partial<GroupFact>): GroupFact {
  return {
    ...events,
    external_id: row.external_id,
    attributes: parseAttributes(row.attributes),
    membership: parseAttributes(row.membership),
  };
}

/** Parses a column of attributes, which `attributesSchema` validated before they were stored. */
export function parseAttributes(text: string): Attributes {
  return fromJson(text, (value) => value as Attributes);
}
