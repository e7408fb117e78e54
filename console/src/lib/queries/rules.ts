import type { EventNamesResponse } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { AttributesResponse } from "@fanfare/contract/schema/responses/people/person";
import type { SegmentPreview, SegmentsResponse } from "@fanfare/contract/schema/responses/people/segment";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";

export const ruleQueries = {
  attributes: (api: Api, app_id: string) =>
    queryOptions<AttributesResponse>({
      queryKey: ["attributes", app_id],
      queryFn: ({ signal }) => api.call("GET /api/attributes", { query: { app_id }, signal }),
    }),

  events: (api: Api, app_id: string) =>
    queryOptions<EventNamesResponse>({
      queryKey: ["event-names", app_id],
      queryFn: ({ signal }) => api.call("GET /api/event-names", { query: { app_id }, signal }),
    }),

  segments: (api: Api) =>
    queryOptions<SegmentsResponse>({
      queryKey: ["segments"],
      queryFn: ({ signal }) => api.call("GET /api/segments", { signal }),
    }),

  preview: (api: Api, app_id: string, rule: Rule) =>
    queryOptions<SegmentPreview>({
      queryKey: ["segments", "preview", app_id, rule],
      queryFn: ({ signal }) =>
        api.call("POST /api/segments/preview", { body: { app_id, rule }, signal, unkeyed: true }),
      placeholderData: keepPreviousData,
    }),
};
