import type { TimelineKind } from "@fanfare/contract/schema/people/timeline";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { personQueries } from "../../../lib/queries/people.ts";
import { readOneOf, readText } from "../../../lib/search-params.ts";
import { appRoute } from "../../app.tsx";

/** Copied from the contract, whose schemas would otherwise load with the first page. */
const KINDS = ["all", "run", "event", "live_update", "suppression", "milestone"] as const satisfies readonly (
  | "all"
  | TimelineKind
)[];

/** Search parameters of a person: the tab, and the question to explain. */
export interface PersonSearch {
  readonly tab?: "why" | undefined;
  readonly kind?: TimelineKind | undefined;
  /** Content ID. "" is all live content. Undefined before a question is submitted. */
  readonly content?: string | undefined;
  readonly url?: string | undefined;
  /** Time in the past, ISO 8601. */
  readonly at?: string | undefined;
}

/** `/{app}/people/{id}`: one person, by external ID or anonymous ID. */
export const personRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "people/$id",
  validateSearch: (search): PersonSearch => {
    const tab = readOneOf(search, "tab", ["timeline", "why"]);
    const kind = readOneOf(search, "kind", KINDS);
    const url = readText(search, "url", 2_000);
    const at = readText(search, "at", 40);
    return {
      tab: tab === "why" ? tab : undefined,
      kind: kind === "all" ? undefined : kind,
      ...("content" in search ? { content: readText(search, "content", 120) } : {}),
      url: url || undefined,
      at: Number.isNaN(Date.parse(at)) ? undefined : at,
    };
  },
  loader: async ({ context: { api, client }, params }) => {
    void client.prefetchQuery(personQueries.suppressions(api, params.app, params.id));
    await client.ensureQueryData({ ...personQueries.one(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../features/people/person/page.tsx"), "PersonPage"),
});
