import { createTrackerRequestSchema } from "../analytics/tracker.ts";
import { appQuerySchema } from "../app-id.ts";
import {
  type BuilderAttributesResponse,
  type BuilderChannelsResponse,
  type BuilderGatesResponse,
  type BuilderPeopleResponse,
  type BuilderResponse,
  type BuilderTrackerResponse,
  builderChannelsRequestSchema,
  builderCommandRequestSchema,
  builderDraftRequestSchema,
  builderGatesRequestSchema,
  builderPeopleRequestSchema,
  builderPlaceRequestSchema,
  builderRequestSchema,
  createBuilderLinkRequestSchema,
  createTrackerLinkRequestSchema,
  editorPlaceRequestSchema,
  openBuilderRequestSchema,
  pointTrackerRequestSchema,
  type TrackerBuilderResponse,
} from "../client/builder.ts";
import { createPreviewLinkRequestSchema, type PreviewResponse, previewRequestSchema } from "../client/preview.ts";
import { builderLinkSchema, builderSessionsSchema, pointedTrackerSchema } from "../responses/accounts/builder.ts";
import { newPreviewLinkSchema, previewLinksSchema } from "../responses/accounts/preview.ts";
import type { ContentDetail, PublishResponse } from "../responses/content/content.ts";
import { appKeySchema, defineRoutes, typedSchema } from "./route.ts";

/** Links to the builder and its open sessions, for the console. */
export const BUILDER_ROUTES = defineRoutes({
  "POST /api/builder-links": {
    access: "content.write",
    summary: "Create a link that opens the builder on a page",
    query: appQuerySchema,
    body: createBuilderLinkRequestSchema,
    response: builderLinkSchema,
    status: 201,
    problems: ["content_not_found"],
  },
  "POST /api/builder-links/trackers": {
    access: "tracker.write",
    summary: "Create a link to choose a tracker's element on a page",
    query: appQuerySchema,
    body: createTrackerLinkRequestSchema,
    response: builderLinkSchema,
    status: 201,
    problems: ["tracker_not_found"],
  },
  "GET /api/builder-sessions/:id/tracker": {
    access: "tracker.write",
    summary: "Get the element that a page chose for a tracker",
    query: appQuerySchema,
    response: pointedTrackerSchema,
    problems: ["builder_session_not_found"],
  },
  "DELETE /api/builder-sessions/:id/tracker": {
    access: "tracker.write",
    summary: "Stop choosing a tracker's element on a page",
    query: appQuerySchema,
    problems: ["builder_session_not_found"],
  },
  "GET /api/builder-sessions": {
    access: "content.write",
    summary: "List open builder sessions",
    query: appQuerySchema,
    response: builderSessionsSchema,
  },
  "POST /api/contents/:id/place": {
    access: "content.write",
    summary: "Show other editors of content which part you edit",
    query: appQuerySchema,
    body: editorPlaceRequestSchema,
    unkeyed: true,
    problems: ["content_not_found"],
  },
  "POST /api/builder-sessions/:id/commands": {
    access: "content.write",
    summary: "Control your builder on a page from the console",
    query: appQuerySchema,
    body: builderCommandRequestSchema,
    unkeyed: true,
    problems: ["builder_session_not_found"],
  },
  "DELETE /api/builder-sessions/:id": {
    access: "content.write",
    summary: "End a builder session",
    query: appQuerySchema,
    problems: ["builder_session_not_found"],
  },
});

/** Links that show a draft to people who aren't members. */
export const PREVIEW_LINK_ROUTES = defineRoutes({
  "POST /api/preview-links": {
    access: "content.write",
    summary: "Create a link that shows a draft on a page",
    query: appQuerySchema,
    body: createPreviewLinkRequestSchema,
    response: newPreviewLinkSchema,
    status: 201,
    problems: ["content_not_found", "preview_links_off", "preview_links_full"],
  },
  "GET /api/preview-links": {
    access: "content.write",
    summary: "List preview links that haven't expired",
    query: appQuerySchema,
    response: previewLinksSchema,
  },
  "DELETE /api/preview-links/:id": {
    access: "content.write",
    summary: "Revoke a preview link",
    query: appQuerySchema,
    problems: ["preview_link_not_found"],
  },
});

const SESSION = ["builder_session_ended", "builder_refused", "role_insufficient"] as const;

/** Requests of the builder in a page. The session's token is the bearer token; it names the app and the content. */
export const BUILDER_PAGE_ROUTES = defineRoutes({
  "POST /v1/builder": {
    access: "app_key",
    summary: "Open the builder with the code of a link",
    query: appKeySchema,
    body: openBuilderRequestSchema,
    response: typedSchema<BuilderResponse | TrackerBuilderResponse>(),
    problems: ["builder_link_invalid", "builder_link_used", ...SESSION, "content_not_found"],
  },
  "POST /v1/builder/resume": {
    access: "app_key",
    summary: "Continue the builder on another page of its origin",
    query: appKeySchema,
    body: builderRequestSchema,
    response: typedSchema<BuilderResponse | TrackerBuilderResponse>(),
    problems: [...SESSION, "content_not_found"],
  },
  "DELETE /v1/builder": {
    access: "app_key",
    summary: "Leave the builder",
    query: appKeySchema,
    response: builderRequestSchema,
    problems: SESSION,
  },
  "GET /v1/builder/content": {
    access: "app_key",
    summary: "Get the session's content and its draft",
    query: appKeySchema,
    response: typedSchema<ContentDetail>(),
    problems: [...SESSION, "content_not_found"],
  },
  "PATCH /v1/builder/content": {
    access: "app_key",
    summary: "Update the draft of the session's content",
    query: appKeySchema,
    body: builderDraftRequestSchema,
    response: typedSchema<ContentDetail>(),
    revision: true,
    lenient: true,
    problems: [...SESSION, "content_not_found", "embed_host_not_allowed"],
  },
  "POST /v1/builder/channels": {
    access: "app_key",
    summary: "Authorize the builder's connection for changes",
    query: appKeySchema,
    body: builderChannelsRequestSchema,
    response: typedSchema<BuilderChannelsResponse>(),
    problems: SESSION,
  },
  "POST /v1/builder/place": {
    access: "app_key",
    summary: "Show other editors which part the builder edits",
    query: appKeySchema,
    body: builderPlaceRequestSchema,
    response: builderRequestSchema,
    problems: SESSION,
  },
  "POST /v1/builder/gates": {
    access: "app_key",
    summary: "Explain who would see the draft on a page",
    query: appKeySchema,
    body: builderGatesRequestSchema,
    response: typedSchema<BuilderGatesResponse>(),
    problems: [...SESSION, "content_not_found", "edition_invalid"],
  },
  "POST /v1/builder/people": {
    access: "app_key",
    summary: "Find people to evaluate the draft for",
    query: appKeySchema,
    body: builderPeopleRequestSchema,
    response: typedSchema<BuilderPeopleResponse>(),
    problems: SESSION,
  },
  "GET /v1/builder/attributes": {
    access: "app_key",
    summary: "List attribute names for variables in the draft",
    query: appKeySchema,
    response: typedSchema<BuilderAttributesResponse>(),
    problems: SESSION,
  },
  "POST /v1/builder/trackers": {
    access: "app_key",
    summary: "Create a tracker as a draft",
    query: appKeySchema,
    body: createTrackerRequestSchema,
    response: typedSchema<BuilderTrackerResponse>(),
    problems: [...SESSION, "name_taken", "trackers_full"],
  },
  "POST /v1/builder/tracker": {
    access: "app_key",
    summary: "Save the element of the session's tracker",
    query: appKeySchema,
    body: pointTrackerRequestSchema,
    response: builderRequestSchema,
    problems: [...SESSION, "tracker_not_found", "revision_stale"],
  },
  "POST /v1/builder/publish": {
    access: "app_key",
    summary: "Publish the session's content in its app",
    query: appKeySchema,
    body: builderRequestSchema,
    response: typedSchema<PublishResponse>(),
    revision: true,
    problems: [
      ...SESSION,
      ...(["content_not_found", "content_archived", "edition_invalid"] as const),
      ...(["embed_host_not_allowed", "review_required"] as const),
    ],
  },
  "POST /v1/preview": {
    access: "app_key",
    summary: "Get the draft of a preview link",
    query: appKeySchema,
    body: previewRequestSchema,
    response: typedSchema<PreviewResponse>(),
    problems: ["preview_link_invalid", "preview_links_off", "content_archived", "edition_invalid"],
  },
});
