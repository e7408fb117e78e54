import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readEditorSearch } from "../../../features/editor/search.ts";
import { queries } from "../../../lib/queries/queries.ts";
import { appRoute } from "../../app.tsx";

/** `/{app}/content/{id}`: the editor. The URL contains the tab and the open part. */
export const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "content/$id",
  validateSearch: readEditorSearch,
  loader: async ({ context: { api, client }, params }) => {
    await client.ensureQueryData({ ...queries.content(api, params.app, params.id), revalidateIfStale: true });
  },
  component: lazyRouteComponent(() => import("../../../features/editor/editor-page.tsx"), "EditorPage"),
});
