import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { KNOWN_AS } from "@fanfare/contract/schema/people/person";
import type { Facet } from "@fanfare/contract/schema/responses/people/facets";
import type { ResolvedRule } from "../rules/matching-people.ts";
import { countIn, countOrEstimate, type ListDeps } from "./people-count.ts";
import { peoplePage } from "./people-list.ts";

export async function countByIdentity(
  deps: ListDeps,
  app_id: AppId,
  { q, rule }: { readonly q: string; readonly rule: ResolvedRule | undefined },
): Promise<Facet> {
  const counted = await Promise.all(KNOWN_AS.map(async (value) => ({ value, ...(await countKnown(value)) })));
  const items = counted
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ value, count }) => ({ value, count }));
  return { items, exact: counted.every(({ exact }) => exact) };

  async function countKnown(identity: (typeof KNOWN_AS)[number]) {
    if (q.trim() !== "") {
      const query = { q, identity, sort: "-last_seen_at", limit: limits.page_size_max } as const;
      const { total, exact } = await peoplePage(deps, app_id, query, rule);
      return { count: total, exact };
    }
    return rule === undefined ? countOrEstimate(deps, app_id, identity) : countIn(deps, app_id, rule, identity);
  }
}
