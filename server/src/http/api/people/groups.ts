import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { externalIdSchema } from "@fanfare/contract/schema/client/v1";
import type { GROUP_ROUTES } from "@fanfare/contract/schema/routes/people";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { groupChecklists } from "../../../analytics/reports/group-progress.ts";
import { createPublished } from "../../../engage/decide/published-cache.ts";
import { addMembership, existingGroup, groupTag, putGroup, removeMembership } from "../../../people/groups/groups.ts";
import { searchText } from "../../../people/person/person-keys.ts";
import { loadPersonProfile } from "../../../people/person/person-profile.ts";
import {
  countMembers,
  countMembersOf,
  type GroupRow,
  listGroups,
  membersOf,
  searchGroups,
} from "../../../store/statements/people/groups.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentGroup, presentMembership, presentProfile } from "./presenters.ts";

export function groupHandlers(deps: ApiDeps): Handlers<typeof GROUP_ROUTES> {
  const published = createPublished(deps);
  const present = async (app: AppRecord, name: string) => presentProfile(await loadPersonProfile(deps, app, name));
  const detailOf = (group: GroupRow) => new Tagged(presentGroup(group), groupTag(group));

  return {
    "GET /api/groups": async ({ query, app }) => {
      const { q, after = "", limit } = query;
      const typed = q.trim();
      const text = { typed, lower: searchText(typed) };
      const rows =
        typed === ""
          ? await listGroups(deps.store.db, app.id, after, limit + 1)
          : await searchGroups(deps.store.db, app.id, text, limit);
      const page = rows.slice(0, limit);
      const people = await countMembersOf(
        deps.store.db,
        page.map(({ id }) => id),
      );
      const items = page.map((group) => ({ ...presentGroup(group), people: people.get(group.id) ?? 0 }));
      const next = rows.length > limit ? (items.at(-1)?.external_id ?? null) : null;
      return { items, next };
    },
    "GET /api/groups/:external_id": async ({ params, app }) =>
      detailOf(await existingGroup(deps, app.id, params.external_id)),
    "GET /api/groups/:external_id/people": async ({ params, query, app }) => {
      const { after = "", limit } = query;
      const group = await existingGroup(deps, app.id, params.external_id);
      const { people_counted_max } = limits;
      const [rows, total] = await Promise.all([
        membersOf(deps.store.db, group.id, after, limit + 1),
        countMembers(deps.store.db, group.id, people_counted_max + 1),
      ]);
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      const exact = total <= people_counted_max;
      const items = page.map(presentMembership);
      return { items, next, total: Math.min(total, people_counted_max), exact };
    },
    "GET /api/groups/:external_id/checklists": async ({ params, app }) => {
      const { id } = await existingGroup(deps, app.id, params.external_id);
      return { items: await groupChecklists({ ...deps, published }, app, id) };
    },
    "PUT /api/groups/:external_id": async ({ params, body: { attributes }, actor, app, tag }) => {
      const external_id = groupId(params.external_id);
      return detailOf(await putGroup(deps, app, external_id, attributes, actor.member_id, tag));
    },
    "PUT /api/people/:external_id/groups/:group_id": async ({
      params: { external_id: name, group_id: group },
      body: { attributes },
      actor,
      app,
    }) => {
      await addMembership(deps, app, { name, group }, attributes, actor.member_id);
      return present(app, name);
    },
    "DELETE /api/people/:external_id/groups/:group_id": async ({
      params: { external_id: name, group_id: group },
      actor,
      app,
    }) => {
      await removeMembership(deps, app, { name, group }, actor.member_id);
      return present(app, name);
    },
  };
}

function groupId(text: string): string {
  const parsed = externalIdSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new ProblemError("query_invalid", `Invalid group ID: ${parsed.error.issues[0]?.message ?? ""}`);
}
