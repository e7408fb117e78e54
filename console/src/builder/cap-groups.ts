import type { CapGroupsResponse } from "@fanfare/contract/schema/segment";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";

/** How often contents may be shown together: of the workspace. */
export const capGroupQuery = (api: Api) =>
  queryOptions<CapGroupsResponse>({ queryKey: ["cap-groups"], queryFn: ({ signal }) => api.capGroups(signal) });
