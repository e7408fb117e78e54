import type { CapGroup } from "@fanfare/contract/gates/cap-group";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { segmentDefinitionSchema } from "@fanfare/contract/schema/content/rule";
import { capCoverSchema } from "@fanfare/contract/schema/people/segment";
import type { SegmentRule } from "@fanfare/contract/targeting/rule";
import { fromJson } from "../../store/columns.ts";
import { allCapGroups, type CapGroupRow } from "../../store/statements/content/cap-groups.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import { allSegments } from "../../store/statements/people/segments.ts";
import type { Store } from "../../store/store.ts";
import type { ListDeps } from "../list/people-count.ts";
import { peoplePage } from "../list/people-list.ts";
import { filterMatchingPeople, type ResolvedRule } from "../rules/matching-people.ts";
import type { SegmentRules } from "../rules/rule-needs.ts";

/**
 * Returns the rule of each segment by ID. Omits segments that this server can't parse, so rules that use them are
 * unknown.
 */
export async function segmentRules(db: Store["db"]): Promise<SegmentRules> {
  const rows = await allSegments(db);
  return new Map(
    rows.flatMap(({ id, rule }): [string, SegmentRule][] => {
      const read = fromJson(rule, (value) => segmentDefinitionSchema.safeParse(value));
      return read.success ? [[id, read.data]] : [];
    }),
  );
}

/** @throws ProblemError `segment_not_found`. */
export async function requireSegmentRule(db: Store["db"], id: string): Promise<ResolvedRule> {
  const segments = await segmentRules(db);
  const rule = segments.get(id);
  if (rule === undefined) {
    throw new ProblemError("segment_not_found", "Segment not found. Use an ID from GET /api/segments.");
  }
  return segmentOf(id, rule, segments);
}

function segmentOf(id: string, rule: SegmentRule, segments: SegmentRules): ResolvedRule {
  return { rule: rule.kind === "list" ? { kind: "segment", segment_id: id } : rule, segments };
}

/** For live updates: the most recently seen people of a segment, at most `limit`. */
export function createSegmentPeople(deps: Omit<ListDeps, "now_ms"> & { readonly clock: Pick<Clock, "now"> }) {
  return async (app_id: AppId, segment_id: string, limit: number): Promise<readonly PersonId[] | undefined> => {
    const segments = await segmentRules(deps.store.db);
    const rule = segments.get(segment_id);
    if (rule === undefined) return undefined;
    const list = { ...deps, now_ms: deps.clock.now() };
    const ids: PersonId[] = [];
    let after: string | undefined;
    do {
      const page = await peoplePage(
        list,
        app_id,
        { q: "", sort: "-last_seen_at", after, limit: limit - ids.length },
        segmentOf(segment_id, rule, segments),
      );
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined && ids.length < limit);
    return ids;
  };
}

export async function capGroups(db: Store["db"]): Promise<readonly CapGroup[]> {
  return (await allCapGroups(db)).map(parseCapGroup);
}

export function parseCapGroup({ name, runs_max, window_hours, covers }: CapGroupRow): CapGroup {
  return { name, runs_max, window_hours, covers: fromJson(covers, (value) => capCoverSchema.parse(value)) };
}

/** IDs of those of these people who are in one of the segments. Unknown segments have no members. */
export function createPeopleInSegments({ store, clock }: { readonly store: Pick<Store, "db">; readonly clock: Clock }) {
  return async (people: readonly PersonRow[], segment_ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const segments = await segmentRules(store.db);
    const within = new Set<string>();
    for (const id of segment_ids) {
      const rule = segments.get(id);
      if (rule === undefined) continue;
      const found = await filterMatchingPeople({ store, now_ms: clock.now() }, people, segmentOf(id, rule, segments));
      for (const row of found) within.add(row.id);
    }
    return within;
  };
}
