import { z } from "zod";
import { appQuerySchema } from "../app-id.ts";
import { trackRequestSchema } from "../client/track.ts";
import { importPeopleRequestSchema } from "../people/people-import.ts";
import {
  groupPeopleQuerySchema,
  groupsQuerySchema,
  peopleQuerySchema,
  putGroupRequestSchema,
  putMembershipRequestSchema,
  putPersonRequestSchema,
  putSuppressionRequestSchema,
  updatePersonRequestSchema,
} from "../people/person.ts";
import { timelineQuerySchema } from "../people/timeline.ts";
import { groupChecklistsSchema } from "../responses/analytics/group-progress.ts";
import { eventsResponseSchema, suppressionsResponseSchema } from "../responses/client/v1.ts";
import { importPeopleResponseSchema } from "../responses/people/people-import.ts";
import {
  attributesResponseSchema,
  erasureResponseSchema,
  groupDetailSchema,
  groupPeoplePageSchema,
  groupsPageSchema,
  peoplePageSchema,
  personDetailSchema,
} from "../responses/people/person.ts";
import { timelinePageSchema } from "../responses/people/timeline.ts";
import { personEmailsSchema, personPushesSchema } from "../responses/realtime/live-update.ts";
import { defineRoutes } from "./route.ts";

/** Everything stored about a person, named as in the tables. */
const personExportSchema = z.looseObject({
  person: z.looseObject({ id: z.string(), external_id: z.string().nullable() }),
  groups: z.array(z.looseObject({ external_id: z.string() })),
  events: z.array(z.looseObject({ id: z.string() })),
  runs: z.array(z.looseObject({ id: z.string() })),
  suppressions: z.array(z.looseObject({ id: z.string() })),
});

export const PEOPLE_ROUTES = defineRoutes({
  "GET /api/people": {
    access: "person.read",
    summary: "List people of an app",
    query: peopleQuerySchema,
    response: peoplePageSchema,
    problems: ["segment_not_found"],
  },
  "POST /api/people/import": {
    access: "person.write",
    summary: "Create or update people in bulk",
    query: appQuerySchema,
    body: importPeopleRequestSchema,
    response: importPeopleResponseSchema,
  },
  "GET /api/people/:external_id": {
    access: "person.read",
    summary: "Get a person",
    query: appQuerySchema,
    response: personDetailSchema,
    tagged: true,
    problems: ["person_not_found"],
  },
  "PUT /api/people/:external_id": {
    access: "person.write",
    summary: "Create or update a person from a backend",
    query: appQuerySchema,
    body: putPersonRequestSchema,
    response: personDetailSchema,
    also: 201,
    backend_limit: true,
    problems: ["person_erased"],
  },
  "PATCH /api/people/:external_id": {
    access: "person.write",
    summary: "Update a person",
    query: appQuerySchema,
    body: updatePersonRequestSchema,
    response: personDetailSchema,
    tagged: true,
    match: true,
    backend_limit: true,
    problems: ["person_not_found"],
  },
  "DELETE /api/people/:external_id": {
    access: "person.erase",
    summary: "Erase a person and all of their data",
    query: appQuerySchema,
    response: erasureResponseSchema,
    problems: ["person_not_found"],
  },
  "GET /api/people/:external_id/export": {
    access: "person.erase",
    summary: "Export all data about a person",
    query: appQuerySchema,
    response: personExportSchema,
    problems: ["person_not_found"],
  },
  "GET /api/people/:external_id/timeline": {
    access: "person.read",
    summary: "Get a person's timeline",
    query: timelineQuerySchema,
    former_query: { before: "after" },
    response: timelinePageSchema,
    problems: ["person_not_found"],
  },
  "GET /api/attributes": {
    access: "person.read",
    summary: "List person attributes of an app",
    query: appQuerySchema,
    response: attributesResponseSchema,
  },
});

export const GROUP_ROUTES = defineRoutes({
  "PUT /api/people/:external_id/groups/:group_id": {
    access: "person.write",
    summary: "Add a person to a group",
    query: appQuerySchema,
    body: putMembershipRequestSchema,
    response: personDetailSchema,
    backend_limit: true,
    problems: ["person_not_found", "group_not_found", "memberships_full"],
  },
  "DELETE /api/people/:external_id/groups/:group_id": {
    access: "person.write",
    summary: "Remove a person from a group",
    query: appQuerySchema,
    response: personDetailSchema,
    backend_limit: true,
    problems: ["person_not_found", "group_not_found"],
  },
  "GET /api/groups": {
    access: "person.read",
    summary: "List groups of an app",
    query: groupsQuerySchema,
    response: groupsPageSchema,
  },
  "GET /api/groups/:external_id": {
    access: "person.read",
    summary: "Get a group",
    query: appQuerySchema,
    response: groupDetailSchema,
    tagged: true,
    problems: ["group_not_found"],
  },
  "GET /api/groups/:external_id/people": {
    access: "person.read",
    summary: "List people in a group",
    query: groupPeopleQuerySchema,
    response: groupPeoplePageSchema,
    problems: ["group_not_found"],
  },
  "GET /api/groups/:external_id/checklists": {
    access: "person.read",
    summary: "List shared checklists with a group's progress",
    query: appQuerySchema,
    response: groupChecklistsSchema,
    problems: ["group_not_found"],
  },
  "PUT /api/groups/:external_id": {
    access: "person.write",
    summary: "Create or update a group",
    query: appQuerySchema,
    body: putGroupRequestSchema,
    response: groupDetailSchema,
    tagged: true,
    match: true,
    backend_limit: true,
    problems: ["group_not_found"],
  },
});

export const SUPPRESSION_ROUTES = defineRoutes({
  "GET /api/people/:external_id/suppressions": {
    access: "person.read",
    summary: "List a person's suppressions",
    query: appQuerySchema,
    response: suppressionsResponseSchema,
    problems: ["person_not_found"],
  },
  "POST /api/people/:external_id/suppressions": {
    access: "person.write",
    summary: "Suppress content for a person",
    query: appQuerySchema,
    body: putSuppressionRequestSchema,
    response: suppressionsResponseSchema,
    problems: ["person_not_found", "content_not_found", "suppressions_full"],
  },
  "POST /api/people/:external_id/contents/:content_id/reset": {
    access: "person.write",
    summary: "Show content to a person as if they had never seen it",
    query: appQuerySchema,
    problems: ["person_not_found", "content_not_found"],
  },
  "DELETE /api/people/:external_id/suppressions/:id": {
    access: "person.write",
    summary: "Remove a suppression",
    query: appQuerySchema,
    response: suppressionsResponseSchema,
    problems: ["person_not_found", "suppression_not_found"],
  },
});

export const PERSON_EMAIL_ROUTES = defineRoutes({
  "GET /api/people/:external_id/emails": {
    access: "person.read",
    summary: "Explain which live updates a person gets by email",
    query: appQuerySchema,
    response: personEmailsSchema,
    problems: ["person_not_found"],
  },
  "GET /api/people/:external_id/pushes": {
    access: "person.read",
    summary: "Explain which live updates a person gets as push notifications",
    query: appQuerySchema,
    response: personPushesSchema,
    problems: ["person_not_found"],
  },
});

export const TRACK_ROUTES = defineRoutes({
  "POST /api/track": {
    access: "event.write",
    summary: "Record events of a person from a backend",
    query: appQuerySchema,
    body: trackRequestSchema,
    any_text: true,
    response: eventsResponseSchema,
    backend_limit: true,
    problems: ["person_erased"],
  },
});
