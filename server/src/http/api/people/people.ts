import { limits } from "@fanfare/contract/limits";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import type { PEOPLE_ROUTES, PERSON_EMAIL_ROUTES, SUPPRESSION_ROUTES } from "@fanfare/contract/schema/routes/people";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { explainPersonEmails } from "../../../engage/message-emails/explain-emails.ts";
import { explainPersonPushes } from "../../../engage/message-pushes/explain-pushes.ts";
import { importPeople, putPerson } from "../../../people/import/import-people.ts";
import { peoplePage } from "../../../people/list/people-list.ts";
import { editPerson, personTag } from "../../../people/person/edit-person.ts";
import { erasePerson } from "../../../people/person/erase-person.ts";
import { exportPerson } from "../../../people/person/export-person.ts";
import { requirePerson } from "../../../people/person/person-by-name.ts";
import { loadPersonProfile } from "../../../people/person/person-profile.ts";
import { readTimeline } from "../../../people/person/timeline.ts";
import { requireSegmentRule } from "../../../people/segments/segments.ts";
import { liftSuppression, listPersonSuppressions } from "../../../people/suppressions/lift-suppression.ts";
import { resetContent } from "../../../people/suppressions/reset-content.ts";
import { suppressForPerson } from "../../../people/suppressions/suppress-for-person.ts";
import { definitionsOf } from "../../../store/statements/people/attribute-definitions.ts";
import { firstGroupsOf } from "../../../store/statements/people/groups.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import { presentSuppression } from "../../v1/presenters.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentDefinition, presentPersonListItem, presentProfile } from "./presenters.ts";

export function peopleSuppressionHandlers(deps: ApiDeps): Handlers<typeof SUPPRESSION_ROUTES> {
  const present = async (app: AppRecord, external_id: string): Promise<SuppressionsResponse> => {
    const rows = await listPersonSuppressions(deps, app, external_id);
    return { suppressions: rows.map(presentSuppression) };
  };

  return {
    "GET /api/people/:external_id/suppressions": ({ params, app }) => present(app, params.external_id),
    "POST /api/people/:external_id/suppressions": async ({ params: { external_id }, body, actor, app }) => {
      await suppressForPerson(deps, app, external_id, body, actor.member_id);
      return present(app, external_id);
    },
    "POST /api/people/:external_id/contents/:content_id/reset": async ({ params, actor, app }) => {
      await resetContent(deps, app, params, actor.member_id);
    },
    "DELETE /api/people/:external_id/suppressions/:id": async ({ params: { external_id, id }, actor, app }) => {
      await liftSuppression(deps, app, { external_id, id }, actor.member_id);
      return present(app, external_id);
    },
  };
}

export function personEmailHandlers(deps: ApiDeps): Handlers<typeof PERSON_EMAIL_ROUTES> {
  return {
    "GET /api/people/:external_id/emails": ({ params, app }) => explainPersonEmails(deps, app, params.external_id),
    "GET /api/people/:external_id/pushes": ({ params, app }) => explainPersonPushes(deps, app, params.external_id),
  };
}

export function peopleHandlers(deps: ApiDeps): Handlers<typeof PEOPLE_ROUTES> {
  const present = async (app: AppRecord, name: string): Promise<Tagged<PersonDetail>> => {
    const profile = await loadPersonProfile(deps, app, name);
    return new Tagged(presentProfile(profile), personTag(profile.row));
  };

  return {
    "GET /api/people": async ({ query, app }) => {
      const filter =
        query.segment_id === undefined ? undefined : await requireSegmentRule(deps.store.db, query.segment_id);
      const page = await peoplePage({ ...deps, now_ms: deps.clock.now() }, app.id, query, filter);
      const { rows, next, total, exact } = page;
      const ids = rows.map(({ id }) => id);
      const groups = ids.length === 0 ? [] : await firstGroupsOf(deps.store.db, ids, limits.people_groups_listed_max);
      const of = Map.groupBy(groups, ({ person_id }) => person_id);
      const items = rows.map((row) => presentPersonListItem(row, query.columns, of.get(row.id) ?? []));
      return { items, next, total, exact };
    },
    "POST /api/people/import": async ({ body, actor, app }) => {
      const { people } = body;
      return await importPeople(deps, app, people, actor.member_id);
    },
    "GET /api/attributes": async ({ app }) => {
      const rows = await definitionsOf(deps.store.db, app.id);
      return { items: rows.map(presentDefinition) };
    },
    "GET /api/people/:external_id": ({ params, app }) => present(app, params.external_id),
    "PUT /api/people/:external_id": async ({ c, params: { external_id }, body: { attributes }, actor, app }) => {
      const { made } = await putPerson(deps, app, { external_id, attributes }, actor.member_id);
      if (made) c.status(201);
      return presentProfile(await loadPersonProfile(deps, app, external_id));
    },
    "PATCH /api/people/:external_id": async ({ params: { external_id: name }, body, actor, app, tag }) => {
      await editPerson(deps, app, name, body, actor.member_id, tag);
      return present(app, name);
    },
    "DELETE /api/people/:external_id": ({ params, actor, app }) =>
      erasePerson(deps, app, params.external_id, actor.member_id),
    "GET /api/people/:external_id/timeline": async ({ params, query, app }) => {
      const { kind, after: before, limit } = query;
      const person = await requirePerson(deps, app, params.external_id);
      return await readTimeline(deps.store.db, person.id, { kind, before, limit });
    },
    "GET /api/people/:external_id/export": ({ c, params, app }) => {
      c.header("Content-Disposition", 'attachment; filename="person.json"');
      return exportPerson(deps, app, params.external_id);
    },
  };
}
