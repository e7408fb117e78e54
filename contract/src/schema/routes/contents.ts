import {
  contentListQuerySchema,
  createContentRequestSchema,
  publishRequestSchema,
  rollbackRequestSchema,
  updateContentRequestSchema,
} from "../accounts/sign-in.ts";
import { appQuerySchema } from "../app-id.ts";
import {
  contentDetailSchema,
  contentPageSchema,
  contentUsesSchema,
  publishResponseSchema,
  tagsResponseSchema,
  versionDetailSchema,
  versionsResponseSchema,
} from "../responses/content/content.ts";
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
    body: createContentRequestSchema,
    response: contentDetailSchema,
    status: 201,
    tagged: true,
    problems: ["slug_taken"],
  },
  "GET /api/contents/:id": {
    access: "content.read",
    summary: "Get content and its draft",
    query: appQuerySchema,
    response: contentDetailSchema,
    tagged: true,
    problems: ["content_not_found"],
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
    problems: ["content_not_found", "slug_taken"],
  },
});

export const PUBLICATION_ROUTES = defineRoutes({
  "POST /api/contents/:id/publish": {
    access: "content.publish",
    summary: "Publish content in an app",
    body: publishRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    revision: true,
    problems: ["content_not_found", "content_archived", "edition_invalid"],
  },
  "POST /api/contents/:id/unpublish": {
    access: "content.publish",
    summary: "Unpublish content from an app",
    body: publishRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/pause": {
    access: "content.publish",
    summary: "Pause content in an app",
    body: publishRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/resume": {
    access: "content.publish",
    summary: "Resume content in an app",
    body: publishRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/rollback": {
    access: "content.publish",
    summary: "Publish an older version",
    body: rollbackRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found", "content_archived", "edition_invalid", "version_not_found"],
  },
  "POST /api/contents/:id/archive": {
    access: "content.publish",
    summary: "Archive content",
    body: publishRequestSchema,
    response: publishResponseSchema,
    tagged: true,
    problems: ["content_not_found"],
  },
  "POST /api/contents/:id/restore": {
    access: "content.publish",
    summary: "Restore archived content",
    body: publishRequestSchema,
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
