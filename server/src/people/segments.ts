import type { CapGroup } from "@fanfare/contract/cap-group";
import type { Rule } from "@fanfare/contract/rule";
import { segmentRuleSchema } from "@fanfare/contract/schema/rule";
import { capCoverSchema } from "@fanfare/contract/schema/segment";
import { fromJson } from "../store/columns.ts";
import { allCapGroups, allSegments, type CapGroupRow } from "../store/segments.ts";
import type { Store } from "../store/store.ts";

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

/** The cap groups of the workspace. */
export async function capGroups(db: Store["db"]): Promise<readonly CapGroup[]> {
  return (await allCapGroups(db)).map(capGroupOf);
}

export function capGroupOf({ name, runs_max, window_hours, covers }: CapGroupRow): CapGroup {
  return { name, runs_max, window_hours, covers: fromJson(covers, (value) => capCoverSchema.parse(value)) };
}
