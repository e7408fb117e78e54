import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from "@tanstack/react-router";
import { groupQueries } from "../../../groups/queries.ts";
import { textIn } from "../../../search-text.ts";
import { appRoute } from "../../app.tsx";

interface GroupSearch {
  /** The server's cursor in the list of its people. */
  readonly after: string;
}
const DEFAULTS: GroupSearch = { after: "" };

/** `/{app}/groups/{id}`: one group, by its external id, and who is in it. */
export const groupRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "groups/$id",
  validateSearch: (address: Partial<GroupSearch> & SearchSchemaInput): GroupSearch => ({
    after: textIn({ ...address }, "after", 400),
  }),
  search: { middlewares: [stripSearchParams(DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, client }, params, deps }) => {
    void client.prefetchQuery(groupQueries.people(api, params.app, params.id, deps.after));
    await client.ensureQueryData({ ...groupQueries.one(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../groups/group-page.tsx"), "GroupPage"),
});
