import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type GroupPeoplePage,
  type GroupsPage,
  groupPeopleQuerySchema,
  groupsQuerySchema,
  putGroupRequestSchema,
  putMembershipRequestSchema,
} from "@fanfare/contract/schema/person";
import { externalIdSchema } from "@fanfare/contract/schema/v1";
import { type Context, Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { existingGroup, groupTag, join, leave, putGroup } from "../people/groups.ts";
import { searchText } from "../people/person-keys.ts";
import { profileOf } from "../people/person-profile.ts";
import { countMembers, type GroupRow, listGroups, membersOf, searchGroups } from "../store/groups.ts";
import type { ApiEnv, ApiResources } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { presentGroup, presentMembership, presentProfile } from "./person-presenters.ts";
import { revisionTag, seenState } from "./revision.ts";

/** The companies, teams and accounts that people belong to. */
export function groupRoutes(deps: ApiResources): Hono<ApiEnv> {
  const appOf = (c: Context<ApiEnv>): AppRecord => appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
  /** The app, which may be told of its people no more often than it wants. */
  const appTold = (c: Context<ApiEnv>): AppRecord => {
    const app = appOf(c);
    deps.passBackEnd(app, c.var.actor);
    return app;
  };
  const present = async (c: Context<ApiEnv>, app: AppRecord, name: string): Promise<Response> =>
    c.json(presentProfile(await profileOf(deps, app, name)));
  const answer = (c: Context<ApiEnv>, group: GroupRow): Response =>
    c.json(presentGroup(group), 200, { ETag: revisionTag(groupTag(group)) });

  return new Hono<ApiEnv>()
    .get("/groups", async (c) => {
      const { app_id, q, after = "", limit } = parseQuery(c, groupsQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const typed = q.trim();
      const text = { typed, lower: searchText(typed) };
      const rows =
        typed === ""
          ? await listGroups(deps.store.db, app.id, after, limit + 1)
          : await searchGroups(deps.store.db, app.id, text, limit);
      const items = rows.slice(0, limit).map(presentGroup);
      const next = rows.length > limit ? (items.at(-1)?.external_id ?? null) : null;
      return c.json({ items, next } satisfies GroupsPage);
    })
    .get("/groups/:external_id", async (c) =>
      answer(c, await existingGroup(deps, appOf(c).id, c.req.param("external_id"))),
    )
    .get("/groups/:external_id/people", async (c) => {
      const { app_id, after = "", limit } = parseQuery(c, groupPeopleQuerySchema);
      const group = await existingGroup(deps, appNamed(deps.apps, app_id).id, c.req.param("external_id"));
      const { people_counted_max } = limits;
      const [rows, total] = await Promise.all([
        membersOf(deps.store.db, group.id, after, limit + 1),
        countMembers(deps.store.db, group.id, people_counted_max + 1),
      ]);
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      const exact = total <= people_counted_max;
      const items = page.map(presentMembership);
      return c.json({ items, next, total: Math.min(total, people_counted_max), exact } satisfies GroupPeoplePage);
    })
    .put("/groups/:external_id", async (c) => {
      const app = appTold(c);
      const external_id = groupId(c.req.param("external_id"));
      const { attributes } = await parseText(c, putGroupRequestSchema);
      return answer(c, await putGroup(deps, app, external_id, attributes, c.var.actor.member_id, seenState(c)));
    })
    .put("/people/:external_id/groups/:group_id", async (c) => {
      const app = appTold(c);
      const { external_id: name, group_id: group } = c.req.param();
      const { attributes } = await parseText(c, putMembershipRequestSchema);
      await join(deps, app, { name, group }, attributes, c.var.actor.member_id);
      return present(c, app, name);
    })
    .delete("/people/:external_id/groups/:group_id", async (c) => {
      const app = appTold(c);
      const { external_id: name, group_id: group } = c.req.param();
      await leave(deps, app, { name, group }, c.var.actor.member_id);
      return present(c, app, name);
    });
}

function groupId(text: string): string {
  const parsed = externalIdSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ProblemError("query_invalid", `This cannot be the id of a group: ${parsed.error.issues[0]?.message ?? ""}`);
}
