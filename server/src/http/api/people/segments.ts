import { limits } from "@fanfare/contract/limits";
import type { SegmentPreview } from "@fanfare/contract/schema/responses/people/segment";
import type { CAP_GROUP_ROUTES, SEGMENT_ROUTES } from "@fanfare/contract/schema/routes/segments";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { notifyAllPages } from "../../../engage/signals/page-signal.ts";
import { countIn } from "../../../people/list/people-count.ts";
import { peoplePage } from "../../../people/list/people-list.ts";
import type { ResolvedRule } from "../../../people/rules/matching-people.ts";
import { capGroupUses, createCapGroup, editCapGroup, removeCapGroup } from "../../../people/segments/edit-cap-group.ts";
import {
  createSegment,
  editSegment,
  existingSegment,
  removeSegment,
  restoreSegment,
  segmentUses,
} from "../../../people/segments/edit-segment.ts";
import { editSegmentList, peopleOnList } from "../../../people/segments/segment-list.ts";
import { requireSegmentRule, segmentRules } from "../../../people/segments/segments.ts";
import { toIso } from "../../../store/columns.ts";
import { allCapGroups } from "../../../store/statements/content/cap-groups.ts";
import { allSegments } from "../../../store/statements/people/segments.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentCapGroup, presentPerson, presentSegment } from "./presenters.ts";

/** Segments. Changes notify open pages. */
export function segmentHandlers(deps: ApiDeps): Handlers<typeof SEGMENT_ROUTES> {
  const { db } = deps.store;
  const preview = async (app: AppRecord, rule: ResolvedRule): Promise<SegmentPreview> => {
    const list = { ...deps, now_ms: deps.clock.now() };
    const query = { q: "", sort: "-last_seen_at", after: undefined, limit: limits.segment_samples_max } as const;
    // Starts counting first, so that the page query shares the count.
    const counting = countIn(list, app.id, rule);
    const [{ counted_at_ms, ...counted }, { rows }] = await Promise.all([
      counting,
      peoplePage(list, app.id, query, rule),
    ]);
    const samples = rows
      .map((row) => presentPerson(row))
      .map(({ id, external_id, name }) => ({ id, external_id, name }));
    return { ...counted, counted_at: toIso(counted_at_ms), samples };
  };

  return {
    "GET /api/segments": async () => {
      const rows = await allSegments(db);
      return { items: rows.map(presentSegment) };
    },
    "POST /api/segments": async ({ body, actor }) => {
      const row = await createSegment(deps, body, actor.member_id);
      return new Tagged(presentSegment(row), row.revision);
    },
    "POST /api/segments/preview": async ({ body, app }) => {
      return preview(app, { rule: body.rule, segments: await segmentRules(db) });
    },
    "GET /api/segments/:id": async ({ params }) => {
      const row = await existingSegment(deps, params.id);
      return new Tagged(presentSegment(row), row.revision);
    },
    "GET /api/segments/:id/people": async ({ params, app }) => preview(app, await requireSegmentRule(db, params.id)),
    "GET /api/segments/:id/uses": async ({ params }) => {
      const row = await existingSegment(deps, params.id);
      return await segmentUses(db, row);
    },
    "GET /api/segments/:id/list": async ({ params, query, app }) => {
      const page = await peopleOnList(deps, app, params.id, query);
      const items = page.rows.map((row) => ({ ...presentPerson(row), added_at: toIso(row.added_at) }));
      return { items, next: page.next, total: page.total };
    },
    "POST /api/segments/:id/list/add": ({ params, body, actor, app }) =>
      editSegmentList(deps, app, { id: params.id, change: "add", ...body }, actor.member_id),
    "POST /api/segments/:id/list/remove": ({ params, body, actor, app }) =>
      editSegmentList(deps, app, { id: params.id, change: "remove", ...body }, actor.member_id),
    "PATCH /api/segments/:id": async ({ params, body, actor, revision }) => {
      const at = { id: params.id, revision };
      const row = await editSegment(deps, at, body, actor.member_id);
      await notifyAllPages(deps);
      return new Tagged(presentSegment(row), row.revision);
    },
    "DELETE /api/segments/:id": async ({ params, actor }) => {
      await removeSegment(deps, params.id, actor.member_id);
      await notifyAllPages(deps);
    },
    "POST /api/segments/:id/restore": async ({ params, actor }) => {
      const row = await restoreSegment(deps, params.id, actor.member_id);
      await notifyAllPages(deps);
      return new Tagged(presentSegment(row), row.revision);
    },
  };
}

/** Frequency caps. Changes notify open pages. */
export function capGroupHandlers(deps: ApiDeps): Handlers<typeof CAP_GROUP_ROUTES> {
  return {
    "GET /api/cap-groups": async () => {
      const rows = await allCapGroups(deps.store.db);
      return { items: rows.map(presentCapGroup) };
    },
    "GET /api/cap-groups/:id/uses": async ({ params }) => ({ contents: await capGroupUses(deps, params.id) }),
    "POST /api/cap-groups": async ({ body, actor }) => {
      const row = await createCapGroup(deps, body, actor.member_id);
      await notifyAllPages(deps);
      return new Tagged(presentCapGroup(row), row.revision);
    },
    "PATCH /api/cap-groups/:id": async ({ params, body, actor, revision }) => {
      const at = { id: params.id, revision };
      const row = await editCapGroup(deps, at, body, actor.member_id);
      await notifyAllPages(deps);
      return new Tagged(presentCapGroup(row), row.revision);
    },
    "DELETE /api/cap-groups/:id": async ({ params, actor }) => {
      await removeCapGroup(deps, params.id, actor.member_id);
      await notifyAllPages(deps);
    },
  };
}
