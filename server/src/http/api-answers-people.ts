import {
  importCheckSchema,
  importPeopleResponseSchema,
  peopleImportSchema,
  peopleImportsResponseSchema,
} from "@fanfare/contract/schema/answers/people-import";
import {
  attributesResponseSchema,
  erasureResponseSchema,
  groupDetailSchema,
  groupPeoplePageSchema,
  groupsPageSchema,
  peoplePageSchema,
  personDetailSchema,
} from "@fanfare/contract/schema/answers/person";
import {
  capGroupDetailSchema,
  capGroupsResponseSchema,
  segmentPreviewSchema,
  segmentSchema,
  segmentsResponseSchema,
  segmentUsesSchema,
} from "@fanfare/contract/schema/answers/segment";
import { timelinePageSchema } from "@fanfare/contract/schema/answers/timeline";
import { eventsResponseSchema, suppressionsResponseSchema } from "@fanfare/contract/schema/answers/v1";
import { z } from "zod";
import type { ApiAnswer } from "./api-answers.ts";

/** All that is stored, in the words of the tables that it is stored in. */
const personExportSchema = z.looseObject({
  person: z.looseObject({ id: z.string(), external_id: z.string().nullable() }),
  groups: z.array(z.looseObject({ external_id: z.string() })),
  events: z.array(z.looseObject({ id: z.string() })),
  runs: z.array(z.looseObject({ id: z.string() })),
  suppressions: z.array(z.looseObject({ id: z.string() })),
});

const person: ApiAnswer = { body: personDetailSchema, problems: ["person_not_found", "rate_limited"] };
const an_import: ApiAnswer = { body: peopleImportSchema, problems: ["import_not_found", "import_refused"] };

/** People, groups, segments, and what is told of them. */
export const PEOPLE_API_ANSWERS: Readonly<Record<string, ApiAnswer>> = {
  "GET /api/people": { body: peoplePageSchema, problems: ["segment_not_found"] },
  "POST /api/people/import": { body: importPeopleResponseSchema },
  "GET /api/people-imports": { body: peopleImportsResponseSchema },
  "POST /api/people-imports": { body: peopleImportSchema, problems: ["import_running"] },
  "GET /api/people-imports/:id": { body: peopleImportSchema, problems: ["import_not_found"] },
  "PUT /api/people-imports/:id/parts/:number": {
    ...an_import,
    problems: [...(an_import.problems ?? []), "import_unreadable"],
  },
  "POST /api/people-imports/:id/check": { body: importCheckSchema, problems: ["import_not_found", "import_refused"] },
  "POST /api/people-imports/:id/start": { ...an_import, problems: [...(an_import.problems ?? []), "import_running"] },
  "POST /api/people-imports/:id/cancel": an_import,
  "GET /api/people-imports/:id/refused": { files: ["text/csv"], problems: ["import_not_found"] },
  "GET /api/people/:external_id": { body: personDetailSchema, tagged: true, problems: ["person_not_found"] },
  "PUT /api/people/:external_id": { ...person, also: 201, problems: ["person_erased", "rate_limited"] },
  "PATCH /api/people/:external_id": { ...person, tagged: true },
  "DELETE /api/people/:external_id": { body: erasureResponseSchema, problems: ["person_not_found"] },
  "GET /api/people/:external_id/export": { body: personExportSchema, problems: ["person_not_found"] },
  "GET /api/people/:external_id/timeline": { body: timelinePageSchema, problems: ["person_not_found"] },
  "PUT /api/people/:external_id/groups/:group_id": {
    body: personDetailSchema,
    problems: ["person_not_found", "group_not_found", "memberships_full", "rate_limited"],
  },
  "DELETE /api/people/:external_id/groups/:group_id": {
    body: personDetailSchema,
    problems: ["person_not_found", "group_not_found", "rate_limited"],
  },
  "GET /api/people/:external_id/suppressions": { body: suppressionsResponseSchema, problems: ["person_not_found"] },
  "POST /api/people/:external_id/suppressions": {
    body: suppressionsResponseSchema,
    problems: ["person_not_found", "content_not_found", "suppressions_full"],
  },
  "DELETE /api/people/:external_id/suppressions/:id": {
    body: suppressionsResponseSchema,
    problems: ["person_not_found", "suppression_not_found"],
  },
  "GET /api/attributes": { body: attributesResponseSchema },
  "GET /api/groups": { body: groupsPageSchema },
  "GET /api/groups/:external_id": { body: groupDetailSchema, tagged: true, problems: ["group_not_found"] },
  "GET /api/groups/:external_id/people": { body: groupPeoplePageSchema, problems: ["group_not_found"] },
  "PUT /api/groups/:external_id": {
    body: groupDetailSchema,
    tagged: true,
    problems: ["rate_limited", "group_not_found"],
  },
  "GET /api/segments": { body: segmentsResponseSchema },
  "POST /api/segments": {
    body: segmentSchema,
    tagged: true,
    problems: ["name_taken", "segments_full", "rule_invalid"],
  },
  "POST /api/segments/preview": { body: segmentPreviewSchema, problems: ["rule_invalid"] },
  "GET /api/segments/:id": { body: segmentSchema, tagged: true, problems: ["segment_not_found"] },
  "GET /api/segments/:id/people": { body: segmentPreviewSchema, problems: ["segment_not_found"] },
  "GET /api/segments/:id/uses": { body: segmentUsesSchema, problems: ["segment_not_found"] },
  "PATCH /api/segments/:id": {
    body: segmentSchema,
    tagged: true,
    problems: ["segment_not_found", "name_taken", "rule_invalid"],
  },
  "DELETE /api/segments/:id": { problems: ["segment_not_found", "segment_used"] },
  "POST /api/segments/:id/restore": {
    body: segmentSchema,
    tagged: true,
    problems: ["segment_not_found", "name_taken", "segments_full", "rule_invalid"],
  },
  "GET /api/cap-groups": { body: capGroupsResponseSchema },
  "POST /api/cap-groups": { body: capGroupDetailSchema, tagged: true, problems: ["name_taken", "segments_full"] },
  "PATCH /api/cap-groups/:id": {
    body: capGroupDetailSchema,
    tagged: true,
    problems: ["cap_group_not_found", "name_taken"],
  },
  "DELETE /api/cap-groups/:id": { problems: ["cap_group_not_found"] },
  "POST /api/track": { body: eventsResponseSchema, problems: ["person_erased", "rate_limited"] },
};
