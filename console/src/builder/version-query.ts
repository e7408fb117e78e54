import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";

/** What a version froze. It never changes, so it is asked for once. */
export const versionQuery = (api: Api, app_id: string, content_id: string, version_id: string) =>
  queryOptions({
    queryKey: ["contents", app_id, "version", content_id, version_id],
    queryFn: ({ signal }) => api.version(content_id, version_id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
