import { isId, type SegmentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { KnownAs } from "@fanfare/contract/schema/people/person";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { matchesRule } from "@fanfare/contract/targeting/rule-match";
import { fromBit } from "../../store/columns.ts";
import type { PersonRow } from "../../store/statements/people/people.ts";
import type { Store } from "../../store/store.ts";
import { buildRuleFacts } from "./rule-facts.ts";
import { collectRuleNeeds, type SegmentRules } from "./rule-needs.ts";

export interface ResolvedRule {
  readonly rule: Rule;
  readonly segments: SegmentRules;
}

/** The segment, if the rule is exactly one list. Its people then have an index. */
export function listOf({ rule, segments }: ResolvedRule): SegmentId | undefined {
  if (rule.kind !== "segment" || segments.get(rule.segment_id)?.kind !== "list") return undefined;
  return isId("seg", rule.segment_id) ? rule.segment_id : undefined;
}

interface JudgeDeps {
  readonly store: Pick<Store, "db">;
  readonly now_ms: number;
}

/** Must match the expression of the store's index. */
export function matchesIdentityFilter({ external_id, verified }: PersonRow, known: KnownAs | undefined): boolean {
  const own: KnownAs = external_id === null ? "anonymous" : fromBit(verified) ? "verified" : "unverified";
  return known === undefined || own === known;
}

/** Keeps the order of `rows`. */
export async function filterMatchingPeople(
  deps: JudgeDeps,
  rows: readonly PersonRow[],
  rule: ResolvedRule,
): Promise<readonly PersonRow[]> {
  return (await evaluatePeople(deps, rows, rule)).in;
}

/**
 * Returns the people who match, and the number whose match is unknown. Yields to the event loop between steps:
 * thousands of people take about 0.1 s.
 */
export async function evaluatePeople(
  deps: JudgeDeps,
  rows: readonly PersonRow[],
  { rule, segments }: ResolvedRule,
): Promise<{ readonly in: readonly PersonRow[]; readonly unknown: number }> {
  const needs = collectRuleNeeds([rule], segments);
  const meant: PersonRow[] = [];
  let unknown = 0;
  for (let start = 0; start < rows.length; start += limits.people_scan_step) {
    if (start > 0) await Bun.sleep(0);
    const part = rows.slice(start, start + limits.people_scan_step);
    const facts = await buildRuleFacts(deps.store, part, { needs, segments, now_ms: deps.now_ms });
    for (const row of part) {
      const truth = matchesRule(rule, facts.get(row.id) ?? {});
      if (truth === true) meant.push(row);
      if (truth === undefined) unknown++;
    }
  }
  return { in: meant, unknown };
}
