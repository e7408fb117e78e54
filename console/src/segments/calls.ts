import type { Rule } from "@fanfare/contract/rule";
import type {
  CreateSegmentRequest,
  Segment,
  SegmentPreview,
  SegmentsResponse,
  SegmentUses,
} from "@fanfare/contract/schema/segment";
import type { Call } from "../api.ts";
import { searchOf, segment } from "../query-text.ts";

/** The calls about segments. */
export function segmentCalls(call: Call) {
  return {
    segments: (signal?: AbortSignal) => call<SegmentsResponse>("GET", "segments", { signal }),
    segment: (id: string, signal?: AbortSignal) => call<Segment>("GET", `segments/${segment(id)}`, { signal }),
    segmentPeople: (app_id: string, id: string, signal?: AbortSignal) =>
      call<SegmentPreview>("GET", `segments/${segment(id)}/people?${searchOf({ app_id })}`, { signal }),
    segmentUses: (id: string, signal?: AbortSignal) =>
      call<SegmentUses>("GET", `segments/${segment(id)}/uses`, { signal }),
    previewSegment: (app_id: string, rule: Rule, signal?: AbortSignal) =>
      call<SegmentPreview>("POST", "segments/preview", { body: { app_id, rule }, signal, unkeyed: true }),
    createSegment: (body: CreateSegmentRequest) => call<Segment>("POST", "segments", { body }),
    updateSegment: (id: string, revision: number, body: Partial<CreateSegmentRequest>) =>
      call<Segment>("PATCH", `segments/${segment(id)}`, { body, revision }),
    deleteSegment: (id: string) => call<undefined>("DELETE", `segments/${segment(id)}`),
    restoreSegment: (id: string) => call<Segment>("POST", `segments/${segment(id)}/restore`, { body: {} }),
  };
}
