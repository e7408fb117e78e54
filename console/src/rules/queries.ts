import type { Rule } from "@fanfare/contract/rule";
import type { EventNamesResponse } from "@fanfare/contract/schema/analytics";
import type { AttributesResponse } from "@fanfare/contract/schema/person";
import type { SegmentPreview, SegmentsResponse } from "@fanfare/contract/schema/segment";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";

/** What the builder of rules reads: names to choose from, and whom a rule means. */
export const ruleQueries = {
  attributes: (api: Api, app_id: string) =>
    queryOptions<AttributesResponse>({
      queryKey: ["attributes", app_id],
      queryFn: ({ signal }) => api.attributes(app_id, signal),
    }),

  events: (api: Api, app_id: string) =>
    queryOptions<EventNamesResponse>({
      queryKey: ["event-names", app_id],
      queryFn: ({ signal }) => api.eventNames(app_id, signal),
    }),

  segments: (api: Api) =>
    queryOptions<SegmentsResponse>({ queryKey: ["segments"], queryFn: ({ signal }) => api.segments(signal) }),

  preview: (api: Api, app_id: string, rule: Rule) =>
    queryOptions<SegmentPreview>({
      queryKey: ["segments", "preview", app_id, rule],
      queryFn: ({ signal }) => api.previewSegment(app_id, rule, signal),
      placeholderData: keepPreviousData,
    }),
};
