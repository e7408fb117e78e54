import { appQuerySchema } from "../app-id.ts";
import {
  createCapGroupRequestSchema,
  createSegmentRequestSchema,
  editSegmentListRequestSchema,
  previewSegmentRequestSchema,
  segmentListQuerySchema,
  updateCapGroupRequestSchema,
  updateSegmentRequestSchema,
} from "../people/segment.ts";
import { contentUsesSchema } from "../responses/content/content.ts";
import {
  capGroupDetailSchema,
  capGroupsResponseSchema,
  segmentListChangeSchema,
  segmentListPageSchema,
  segmentPreviewSchema,
  segmentSchema,
  segmentsResponseSchema,
  segmentUsesSchema,
} from "../responses/people/segment.ts";
import { defineRoutes } from "./route.ts";

export const SEGMENT_ROUTES = defineRoutes({
  "GET /api/segments": { access: "person.read", summary: "List segments", response: segmentsResponseSchema },
  "POST /api/segments": {
    access: "segment.write",
    summary: "Create a segment",
    body: createSegmentRequestSchema,
    response: segmentSchema,
    status: 201,
    tagged: true,
    problems: ["name_taken", "segments_full", "rule_invalid"],
  },
  "POST /api/segments/preview": {
    access: "person.read",
    summary: "Preview the people who match a rule",
    query: appQuerySchema,
    body: previewSegmentRequestSchema,
    response: segmentPreviewSchema,
    unkeyed: true,
    problems: ["rule_invalid"],
  },
  "GET /api/segments/:id": {
    access: "person.read",
    summary: "Get a segment",
    response: segmentSchema,
    tagged: true,
    problems: ["segment_not_found"],
  },
  "GET /api/segments/:id/people": {
    access: "person.read",
    summary: "List people in a segment",
    query: appQuerySchema,
    response: segmentPreviewSchema,
    problems: ["segment_not_found"],
  },
  "GET /api/segments/:id/uses": {
    access: "person.read",
    summary: "List content and segments that use a segment",
    response: segmentUsesSchema,
    problems: ["segment_not_found"],
  },
  "GET /api/segments/:id/list": {
    access: "person.read",
    summary: "List people on a segment's list",
    query: segmentListQuerySchema,
    response: segmentListPageSchema,
    problems: ["segment_not_found", "segment_not_list"],
  },
  "POST /api/segments/:id/list/add": {
    access: "person.write",
    summary: "Add people to a segment's list",
    query: appQuerySchema,
    body: editSegmentListRequestSchema,
    response: segmentListChangeSchema,
    problems: ["segment_not_found", "segment_not_list"],
  },
  "POST /api/segments/:id/list/remove": {
    access: "person.write",
    summary: "Remove people from a segment's list",
    query: appQuerySchema,
    body: editSegmentListRequestSchema,
    response: segmentListChangeSchema,
    problems: ["segment_not_found", "segment_not_list"],
  },
  "PATCH /api/segments/:id": {
    access: "segment.write",
    summary: "Update a segment",
    body: updateSegmentRequestSchema,
    response: segmentSchema,
    tagged: true,
    revision: true,
    problems: ["segment_not_found", "name_taken", "rule_invalid"],
  },
  "DELETE /api/segments/:id": {
    access: "segment.write",
    summary: "Delete a segment",
    problems: ["segment_not_found", "segment_used"],
  },
  "POST /api/segments/:id/restore": {
    access: "segment.write",
    summary: "Restore a deleted segment",
    response: segmentSchema,
    tagged: true,
    problems: ["segment_not_found", "name_taken", "segments_full", "rule_invalid"],
  },
});

export const CAP_GROUP_ROUTES = defineRoutes({
  "GET /api/cap-groups": { access: "content.read", summary: "List frequency caps", response: capGroupsResponseSchema },
  "POST /api/cap-groups": {
    access: "segment.write",
    summary: "Create a frequency cap",
    body: createCapGroupRequestSchema,
    response: capGroupDetailSchema,
    status: 201,
    tagged: true,
    problems: ["name_taken", "segments_full"],
  },
  "GET /api/cap-groups/:id/uses": {
    access: "content.read",
    summary: "List content that a frequency cap covers",
    response: contentUsesSchema,
    problems: ["cap_group_not_found"],
  },
  "PATCH /api/cap-groups/:id": {
    access: "segment.write",
    summary: "Update a frequency cap",
    body: updateCapGroupRequestSchema,
    response: capGroupDetailSchema,
    tagged: true,
    revision: true,
    problems: ["cap_group_not_found", "name_taken"],
  },
  "DELETE /api/cap-groups/:id": {
    access: "segment.write",
    summary: "Delete a frequency cap",
    problems: ["cap_group_not_found"],
  },
});
