import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { Facet } from "@fanfare/contract/schema/facets";
import { KNOWN_AS } from "@fanfare/contract/schema/person";
import { countIn, countOrEstimate, type ListDeps } from "./people-count.ts";
import type { Wanted } from "./people-in.ts";
import { pageOfPeople } from "./people-list.ts";

/** How many of those whom a list means are known in which way. */
export async function knownAsCounts(
  deps: ListDeps,
  app_id: AppId,
  { q, wanted }: { readonly q: string; readonly wanted: Wanted | undefined },
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
      const { total, exact } = await pageOfPeople(deps, app_id, query, wanted);
      return { count: total, exact };
    }
    return wanted === undefined ? countOrEstimate(deps, app_id, identity) : countIn(deps, app_id, wanted, identity);
  }
}
