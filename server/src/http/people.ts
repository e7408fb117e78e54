import { type ImportPeopleResponse, importPeopleRequestSchema } from "@fanfare/contract/schema/people-import";
import {
  type AttributesResponse,
  type ErasureResponse,
  type PeoplePage,
  peopleQuerySchema,
  putPersonRequestSchema,
  updatePersonRequestSchema,
} from "@fanfare/contract/schema/person";
import { type TimelinePage, timelineQuerySchema } from "@fanfare/contract/schema/timeline";
import { type Context, Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { erasePerson } from "../people/erase.ts";
import { exportPerson } from "../people/export.ts";
import { importPeople, putPerson } from "../people/import-people.ts";
import { pageOfPeople } from "../people/people-list.ts";
import { editPerson, personTag } from "../people/person-edit.ts";
import { existingPerson } from "../people/person-named.ts";
import { profileOf } from "../people/person-profile.ts";
import { wantedSegment } from "../people/segments.ts";
import { timelineOf } from "../people/timeline.ts";
import { definitionsOf } from "../store/attribute-definitions.ts";
import type { ApiEnv, ApiResources } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { presentDefinition, presentPerson, presentProfile } from "./person-presenters.ts";
import { revisionTag, seenState } from "./revision.ts";

/** The people of an app: found, looked at, changed, taken along and forgotten. */
export function peopleRoutes(deps: ApiResources): Hono<ApiEnv> {
  const appOf = (c: Context<ApiEnv>): AppRecord => appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
  const present = async (c: Context<ApiEnv>, app: AppRecord, name: string): Promise<Response> => {
    const profile = await profileOf(deps, app, name);
    return c.json(presentProfile(profile), 200, { ETag: revisionTag(personTag(profile.row)) });
  };

  return new Hono<ApiEnv>()
    .get("/people", async (c) => {
      const query = parseQuery(c, peopleQuerySchema);
      const app = appNamed(deps.apps, query.app_id);
      const wanted = query.segment_id === undefined ? undefined : await wantedSegment(deps.store.db, query.segment_id);
      const page = await pageOfPeople({ ...deps, now_ms: deps.clock.now() }, app.id, query, wanted);
      const { next, total, exact } = page;
      const items = page.rows.map((row) => presentPerson(row, query.columns));
      return c.json({ items, next, total, exact } satisfies PeoplePage);
    })
    .post("/people/import", async (c) => {
      const { app_id, people } = await parseText(c, importPeopleRequestSchema);
      const app = appNamed(deps.apps, app_id);
      const answer: ImportPeopleResponse = await importPeople(deps, app, people, c.var.actor.member_id);
      return c.json(answer);
    })
    .get("/attributes", async (c) => {
      const rows = await definitionsOf(deps.store.db, appOf(c).id);
      return c.json({ items: rows.map(presentDefinition) } satisfies AttributesResponse);
    })
    .get("/people/:external_id", (c) => present(c, appOf(c), c.req.param("external_id")))
    .put("/people/:external_id", async (c) => {
      const app = appOf(c);
      deps.passBackEnd(app, c.var.actor);
      const { attributes } = await parseText(c, putPersonRequestSchema);
      const external_id = c.req.param("external_id");
      const { made } = await putPerson(deps, app, { external_id, attributes }, c.var.actor.member_id);
      return c.json(presentProfile(await profileOf(deps, app, external_id)), made ? 201 : 200);
    })
    .patch("/people/:external_id", async (c) => {
      const app = appOf(c);
      deps.passBackEnd(app, c.var.actor);
      const change = await parseText(c, updatePersonRequestSchema);
      const name = c.req.param("external_id");
      await editPerson(deps, app, name, change, c.var.actor.member_id, seenState(c));
      return present(c, app, name);
    })
    .delete("/people/:external_id", async (c) => {
      const answer: ErasureResponse = await erasePerson(
        deps,
        appOf(c),
        c.req.param("external_id"),
        c.var.actor.member_id,
      );
      return c.json(answer);
    })
    .get("/people/:external_id/timeline", async (c) => {
      const { app_id, ...query } = parseQuery(c, timelineQuerySchema);
      const person = await existingPerson(deps, appNamed(deps.apps, app_id), c.req.param("external_id"));
      return c.json((await timelineOf(deps.store.db, person.id, query)) satisfies TimelinePage);
    })
    .get("/people/:external_id/export", async (c) => {
      const file = await exportPerson(deps, appOf(c), c.req.param("external_id"));
      return c.json(file, 200, { "Content-Disposition": 'attachment; filename="person.json"' });
    });
}
