import type { ContentPage, ContentSummary } from "@fanfare/contract/schema/api";
import { doAtOnce, inEachPart, type Teller, withChanged } from "../at-once.ts";
import type { Deed } from "../bulk/use-bulk.ts";
import type { Doors } from "../doors.ts";
import { contentsOf, queries } from "../queries.ts";
import { heldBack } from "./holding.ts";
import { contentQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

type AtOnce = NonNullable<Deed<ContentSummary>["at_once"]>;

/** How it went is said for all of them together. */
const SILENT: Teller = { done: () => undefined, problem: () => undefined };

/** A part of the list without some of its rows, which its count had, too. */
function withoutAll(part: ContentPage, ids: ReadonlySet<string>): ContentPage {
  return { ...part, items: part.items.filter(({ id }) => !ids.has(id)), total: part.total - ids.size };
}

/** What the list that was asked for like this shows before the server has done it. */
export function listAtOnce({ api, client }: Pick<Doors, "api" | "client">, app_id: string, search: ContentSearch) {
  const { queryKey } = queries.contents(api, contentQuery(app_id, search));
  const inList = (change: (part: ContentPage) => ContentPage, act: () => Promise<void>) =>
    doAtOnce(client, SILENT, {
      ...{ shown: { queryKey }, stale: contentsOf(app_id), act },
      change: (list) => inEachPart(list, change),
    });
  // No list has both what is archived and what is not.
  const leaving: AtOnce = (contents, act) => {
    const ids = new Set(contents.map(({ id }) => id));
    return inList((part) => withoutAll(part, ids), act);
  };
  // A list of one state loses them; one of all shows them in the other.
  const holding =
    (held: boolean): AtOnce =>
    (contents, act) =>
      search.status === "all"
        ? inList((part) => contents.reduce((now, each) => withChanged(now, each.id, heldBack(each, held)), part), act)
        : leaving(contents, act);
  return { leaving, holding };
}
