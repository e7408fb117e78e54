import type { CapGroup } from "@fanfare/contract/cap-group";
import type { Clock } from "@fanfare/contract/clock";
import type { AppId, PersonId } from "@fanfare/contract/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rule } from "@fanfare/contract/rule";
import { segmentRuleSchema } from "@fanfare/contract/schema/rule";
import { capCoverSchema } from "@fanfare/contract/schema/segment";
import { allCapGroups, type CapGroupRow } from "../store/cap-groups.ts";
import { fromJson } from "../store/columns.ts";
import { allSegments } from "../store/segments.ts";
import type { Store } from "../store/store.ts";
import type { ListDeps } from "./people-count.ts";
import type { Wanted } from "./people-in.ts";
import { pageOfPeople } from "./people-list.ts";

/** Who is in each segment, by its id. One that this server cannot read is not there, so that whoever asks for it is unknown. */
export async function segmentRules(db: Store["db"]): Promise<ReadonlyMap<string, Rule>> {
  const rows = await allSegments(db);
  return new Map(
    rows.flatMap(({ id, rule }): [string, Rule][] => {
      const read = fromJson(rule, (value) => segmentRuleSchema.safeParse(value));
      return read.success ? [[id, read.data]] : [];
    }),
  );
}

/**
 * A saved segment as people are judged by it.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function wantedSegment(db: Store["db"], id: string): Promise<Wanted> {
  const segments = await segmentRules(db);
  const rule = segments.get(id);
  if (rule === undefined) {
    throw new ProblemError("segment_not_found", "No segment has this id. Take one of GET /api/segments.");
  }
  return { rule, segments };
}

/** For live updates: the people of a segment who were seen last, at most `limit` of them. */
export function createSegmentPeople(deps: Omit<ListDeps, "now_ms"> & { readonly clock: Pick<Clock, "now"> }) {
  return async (app_id: AppId, segment_id: string, limit: number): Promise<readonly PersonId[] | undefined> => {
    const segments = await segmentRules(deps.store.db);
    const rule = segments.get(segment_id);
    if (rule === undefined) return undefined;
    const list = { ...deps, now_ms: deps.clock.now() };
    const ids: PersonId[] = [];
    let after: string | undefined;
    do {
      const page = await pageOfPeople(
        list,
        app_id,
        { q: "", sort: "-last_seen_at", after, limit: limit - ids.length },
        { rule, segments },
      );
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined && ids.length < limit);
    return ids;
  };
}

/** The cap groups of the workspace. */
export async function capGroups(db: Store["db"]): Promise<readonly CapGroup[]> {
  return (await allCapGroups(db)).map(capGroupOf);
}

export function capGroupOf({ name, runs_max, window_hours, covers }: CapGroupRow): CapGroup {
  return { name, runs_max, window_hours, covers: fromJson(covers, (value) => capCoverSchema.parse(value)) };
}
