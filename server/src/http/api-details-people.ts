import {
  checkImportRequestSchema,
  createPeopleImportRequestSchema,
  importPartRequestSchema,
  importPeopleRequestSchema,
  startImportRequestSchema,
} from "@fanfare/contract/schema/people-import";
import {
  groupPeopleQuerySchema,
  groupsQuerySchema,
  peopleQuerySchema,
  putGroupRequestSchema,
  putMembershipRequestSchema,
  putPersonRequestSchema,
  putSuppressionRequestSchema,
  updatePersonRequestSchema,
} from "@fanfare/contract/schema/person";
import {
  createCapGroupRequestSchema,
  createSegmentRequestSchema,
  previewSegmentRequestSchema,
  updateCapGroupRequestSchema,
  updateSegmentRequestSchema,
} from "@fanfare/contract/schema/segment";
import { timelineQuerySchema } from "@fanfare/contract/schema/timeline";
import { trackRequestSchema } from "@fanfare/contract/schema/track";
import type { ApiDetails } from "./api-details.ts";
import { appQuerySchema } from "./contents.ts";

const app = appQuerySchema;

/** People, groups, segments, and what is told of them. */
export const PEOPLE_API_DETAILS: Readonly<Record<string, ApiDetails>> = {
  "GET /api/people": { summary: "People of an app, searched and sorted", query: peopleQuerySchema },
  "POST /api/people/import": { summary: "Make or change people, many at once", body: importPeopleRequestSchema },
  "GET /api/people-imports": { summary: "Files of people that were imported, the newest first", query: app },
  "POST /api/people-imports": {
    summary: "Begin to import a CSV file of people, which comes in parts",
    body: createPeopleImportRequestSchema,
    status: 201,
  },
  "GET /api/people-imports/:id": { summary: "How far an import is", query: app },
  "PUT /api/people-imports/:id/parts/:number": {
    ...{ summary: "The next part of its file, from 0", query: app, body: importPartRequestSchema },
  },
  "POST /api/people-imports/:id/check": {
    ...{ summary: "Which of its rows would be refused, some at a time", query: app, body: checkImportRequestSchema },
  },
  "POST /api/people-imports/:id/start": {
    ...{ summary: "Let the server work it off", query: app, body: startImportRequestSchema },
  },
  "POST /api/people-imports/:id/cancel": { summary: "End it; what is stored stays", query: app },
  "GET /api/people-imports/:id/refused": { summary: "The rows that it refused, with reasons, as CSV", query: app },
  "GET /api/people/:external_id": { summary: "A person", query: app },
  "PUT /api/people/:external_id": {
    ...{ summary: "Make or change a person, from a back end", query: app, body: putPersonRequestSchema },
  },
  "PATCH /api/people/:external_id": {
    ...{ summary: "Change a person", query: app, body: updatePersonRequestSchema, match: true },
  },
  "DELETE /api/people/:external_id": { summary: "Erase a person with all that they did", query: app },
  "GET /api/people/:external_id/export": { summary: "All that is stored of a person", query: app },
  "GET /api/people/:external_id/timeline": {
    ...{ summary: "What a person did and what was said to them", query: timelineQuerySchema },
  },
  "PUT /api/people/:external_id/groups/:group_id": {
    ...{ summary: "Put a person into a group", query: app, body: putMembershipRequestSchema },
  },
  "DELETE /api/people/:external_id/groups/:group_id": { summary: "Take a person out of a group", query: app },
  "GET /api/people/:external_id/suppressions": { summary: "What a person does not want to see again", query: app },
  "POST /api/people/:external_id/suppressions": {
    ...{ summary: "Hide something from a person", query: app, body: putSuppressionRequestSchema },
  },
  "DELETE /api/people/:external_id/suppressions/:id": { summary: "Undo a suppression", query: app },
  "GET /api/attributes": { summary: "The attributes that people of an app have", query: app },
  "GET /api/groups": { summary: "Groups of an app", query: groupsQuerySchema },
  "GET /api/groups/:external_id": { summary: "A group", query: app },
  "GET /api/groups/:external_id/people": { summary: "The people of a group", query: groupPeopleQuerySchema },
  "PUT /api/groups/:external_id": {
    ...{ summary: "Make or change a group", query: app, body: putGroupRequestSchema, match: true },
  },
  "GET /api/segments": { summary: "Segments" },
  "POST /api/segments": { summary: "Make a segment", body: createSegmentRequestSchema, status: 201 },
  "POST /api/segments/preview": { summary: "Whom a rule would mean", body: previewSegmentRequestSchema },
  "GET /api/segments/:id": { summary: "A segment" },
  "GET /api/segments/:id/people": { summary: "The people of a segment", query: app },
  "GET /api/segments/:id/uses": { summary: "Which contents and segments ask for a segment" },
  "PATCH /api/segments/:id": { summary: "Change a segment", body: updateSegmentRequestSchema, revision: true },
  "DELETE /api/segments/:id": { summary: "Delete a segment that nothing live asks for" },
  "POST /api/segments/:id/restore": { summary: "Bring a deleted segment back" },
  "GET /api/cap-groups": { summary: "Cap groups: how often contents may be shown together" },
  "POST /api/cap-groups": { summary: "Make a cap group", body: createCapGroupRequestSchema, status: 201 },
  "PATCH /api/cap-groups/:id": { summary: "Change a cap group", body: updateCapGroupRequestSchema, revision: true },
  "DELETE /api/cap-groups/:id": { summary: "Delete a cap group" },
  "POST /api/track": { summary: "Tell events of a person from a back end", body: trackRequestSchema },
  "GET /api/event-names": { summary: "What happened lately beside contents, for rules to ask about", query: app },
};
