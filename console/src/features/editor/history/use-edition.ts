import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Api } from "../../../lib/api/api.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";

/** Edition of a version. Immutable, so it never refetches. */
const versionQuery = (api: Api, app_id: string, content_id: string, version_id: string) => ({
  ...apiQuery(
    api,
    ["contents", app_id, "version", content_id, version_id],
    "GET /api/contents/:id/versions/:version_id",
    { params: { id: content_id, version_id } },
  ),
  staleTime: Number.POSITIVE_INFINITY,
});

const route = getRouteApi("/$app/content/$id");

/** Edition of a version of the opened content. */
export function useEdition(version_id: string | undefined) {
  const { api } = useAppContext();
  const app = useApp();
  const { id } = route.useParams();
  return useQuery({ ...versionQuery(api, app.id, id, version_id ?? ""), enabled: version_id !== undefined });
}
