import { limits } from "../../limits.ts";
import {
  contentListQuerySchema,
  createContentRequestSchema,
  duplicateContentRequestSchema,
  rollbackRequestSchema,
  updateContentRequestSchema,
} from "../accounts/sign-in.ts";
import { appQuerySchema } from "../app-id.ts";
import {
  fileSchemaSchema,
  folderPlanSchema,
  folderResponseSchema,
  planFolderRequestSchema,
  pushFolderRequestSchema,
} from "../content/content-folder.ts";
import { contentImportRequestSchema, planContentImportRequestSchema } from "../content/content-import.ts";
import {
  promoteRequestSchema,
  promotionsQuerySchema,
  publishWarningsQuerySchema,
  requestReviewQuerySchema,
  schedulePublishRequestSchema,
} from "../content/promotion.ts";
import {
  contentDetailSchema,
  contentPageSchema,
  contentUsesSchema,
  promoteResponseSchema,
  promotionsResponseSchema,
  publishResponseSchema,
  reviewersSchema,
  tagsResponseSchema,
  versionDetailSchema,
  versionsResponseSchema,
} from "../responses/content/content.ts";
import { contentImportSchema } from "../responses/content/content-import.ts";
import { publishWarningsSchema } from "../responses/content/publish-warnings.ts";
import { defineRoutes } from "./route.ts";

export const CONTENT_ROUTES = defineRoutes({
  "GET /api/contents": {
    access: "content.read",
    summary: "List content",
    query: contentListQuerySchema,
    response: contentPageSchema,
  },
  "GET /api/tags": { access: "content.read", summary: "List content tags", response: tagsResponseSchema },
  "POST /api/contents": {
    access: "content.write",
    summary: "Create content",
    query: appQuerySchema,
    body: createContentRequestSchema,
    response: contentDetailSchema,
    status: 201,
    tagged: true,
    lenient: true,
    problems: ["slug_taken", "embed_host_not_allowed"],
  },
  "GET /api/contents/:id": {
    access: "content.read",
    summary: "Get content and its draft",
    query: appQuerySchema,
    response: contentDetailSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/duplicate": {
    access: "content.write",
    summary: "Duplicate content as a draft",
    query: appQuerySchema,
    body: duplicateContentRequestSchema,
    response: contentDetailSchema,
    status: 201,
    tagged: true,
    problems: ["content_not_found", "slug_taken"],
  },
  "GET /api/contents/:id/uses": {
    access: "content.read",
    summary: "List content that starts this content or waits for its completion",
    response: contentUsesSchema,
    problems: ["content_not_found"],
  },
  "PATCH /api/contents/:id": {
    access: "content.write",
    summary: "Update content",
    query: appQuerySchema,
    body: updateContentRequestSchema,
    response: contentDetailSchema,
    tagged: true,
    revision: true,
    lenient: true,
    problems: ["content_not_found", "slug_taken", "embed_host_not_allowed"],
  },
});

/** Content as files, for Git. `app_id` chooses the app whose goals belong to the folder. */
export const CONTENT_FOLDER_ROUTES = defineRoutes({
  "GET /api/content-folder": {
    access: "content.read",
    summary: "Export content as files",
    query: appQuerySchema,
    response: folderResponseSchema,
  },
  "GET /api/schemas/:name": {
    access: "anyone",
    summary: "Get the JSON Schema of a file of the content folder",
    response: fileSchemaSchema,
    problems: ["route_not_found"],
  },
  "POST /api/content-folder/plan": {
    access: "content.read",
    summary: "Preview what pushing content files would change",
    query: appQuerySchema,
    body: planFolderRequestSchema,
    body_bytes_max: limits.folder_bytes_max,
    response: folderPlanSchema,
    unkeyed: true,
    problems: [
      ...(["folder_invalid", "rule_invalid", "theme_unreadable"] as const),
      ...(["segments_full", "themes_full", "trackers_full", "goals_full"] as const),
    ],
  },
  "PUT /api/content-folder": {
    access: "content.write",
    summary: "Push content files as drafts",
    query: appQuerySchema,
    body: pushFolderRequestSchema,
    body_bytes_max: limits.folder_bytes_max,
    response: folderPlanSchema,
    problems: [
      ...(["folder_invalid", "folder_drifted", "revision_stale", "name_taken", "rule_invalid"] as const),
      ...(["theme_unreadable", "segments_full", "themes_full", "trackers_full", "goals_full"] as const),
    ],
  },
});

/** Tours and hints of other tools, read from their files and never run. */
export const CONTENT_IMPORT_ROUTES = defineRoutes({
  "POST /api/content-imports/plan": {
    access: "content.write",
    summary: "Preview what an import from another tool would create",
    query: appQuerySchema,
    body: planContentImportRequestSchema,
    body_bytes_max: limits.content_import_body_bytes_max,
    response: contentImportSchema,
    unkeyed: true,
    problems: ["content_import_unreadable", "content_import_empty", "content_import_too_large"],
  },
  "POST /api/content-imports": {
    access: "content.write",
    summary: "Import tours and hints of another tool as drafts",
    query: appQuerySchema,
    body: contentImportRequestSchema,
    body_bytes_max: limits.content_import_body_bytes_max,
    response: contentImportSchema,
    status: 201,
    problems: [
      ...(["content_import_unreadable", "content_import_empty", "content_import_too_large"] as const),
      ...(["slug_taken"] as const),
    ],
  },
});

/** Approval before publishing, for apps that require it. */
export const REVIEW_ROUTES = defineRoutes({
  "GET /api/contents/:id/reviewers": {
    access: "content.read",
    summary: "List members who can approve the draft",
    query: appQuerySchema,
    response: reviewersSchema,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/review": {
    access: "content.write",
    summary: "Request a review of the draft",
    query: requestReviewQuerySchema,
    response: contentDetailSchema,
    tagged: true,
    revision: true,
    problems: [
      ...(["content_not_found", "content_archived", "edition_invalid"] as const),
      ...(["embed_host_not_allowed", "review_off", "reviewer_unable"] as const),
    ],
  },
  "DELETE /api/contents/:id/review": {
    access: "content.write",
    summary: "Withdraw a review or its approval",
    query: appQuerySchema,
    response: contentDetailSchema,
    tagged: true,
    revision: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/approve": {
    access: "content.publish",
    summary: "Approve the draft for publishing in an app",
    query: appQuerySchema,
    response: contentDetailSchema,
    tagged: true,
    revision: true,
    problems: ["content_not_found", "review_not_requested", "review_by_author"],
  },
});

export const PUBLICATION_ROUTES = defineRoutes({
  "GET /api/contents/:id/warnings": {
    access: "content.read",
    summary: "List warnings about publishing content",
    query: publishWarningsQuerySchema,
    response: publishWarningsSchema,
    problems: ["content_not_found", "version_not_found", "edition_invalid"],
  },
  "POST /api/contents/:id/publish": {
    access: "content.publish",
    summary: "Publish content in an app",
    query: appQuerySchema,
    response: publishResponseSchema,
    tagged: true,
    revision: true,
    problems: [
      ...(["content_not_found", "content_archived", "edition_invalid"] as const),
      ...(["embed_host_not_allowed", "review_required"] as const),
    ],
  },
  "POST /api/contents/:id/unpublish": {
    access: "content.publish",
    summary: "Unpublish content from an app",
    query: appQuerySchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/pause": {
    access: "content.publish",
    summary: "Pause content in an app",
    query: appQuerySchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/resume": {
    access: "content.publish",
    summary: "Resume content in an app",
    query: appQuerySchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/rollback": {
    access: "content.publish",
    summary: "Publish an older version",
    query: appQuerySchema,
    body: rollbackRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    problems: [
      ...(["content_not_found", "content_archived", "edition_invalid", "version_not_found"] as const),
      ...(["embed_host_not_allowed", "review_required"] as const),
    ],
  },
  "POST /api/contents/:id/schedule": {
    access: "content.publish",
    summary: "Publish the draft as it is now, at a later time",
    query: appQuerySchema,
    body: schedulePublishRequestSchema,
    response: contentDetailSchema,
    tagged: true,
    revision: true,
    problems: [
      ...(["content_not_found", "content_archived", "edition_invalid"] as const),
      ...(["embed_host_not_allowed", "review_required"] as const),
    ],
  },
  "DELETE /api/contents/:id/schedule": {
    access: "content.publish",
    summary: "Cancel scheduled publishing",
    query: appQuerySchema,
    response: contentDetailSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "GET /api/promotions": {
    access: "content.read",
    summary: "List content that is live in another app, but not in this one",
    query: promotionsQuerySchema,
    response: promotionsResponseSchema,
  },
  "POST /api/promotions": {
    access: "content.publish",
    summary: "Publish versions that are live in another app",
    query: appQuerySchema,
    body: promoteRequestSchema,
    response: promoteResponseSchema,
    problems: ["revision_stale", "embed_host_not_allowed", "review_required"],
  },
  "POST /api/contents/:id/archive": {
    access: "content.publish",
    summary: "Archive content",
    query: appQuerySchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/restore": {
    access: "content.publish",
    summary: "Restore archived content",
    query: appQuerySchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "GET /api/contents/:id/versions": {
    access: "content.read",
    summary: "List versions of content",
    response: versionsResponseSchema,
    problems: ["content_not_found"],
  },
  "GET /api/contents/:id/versions/:version_id": {
    access: "content.read",
    summary: "Get a version",
    response: versionDetailSchema,
    problems: ["content_not_found", "version_not_found"],
  },
});
