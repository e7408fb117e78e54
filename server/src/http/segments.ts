import { limits } from "@fanfare/contract/limits";
import type { Rule } from "@fanfare/contract/rule";
import {
  type CapGroupsResponse,
  createCapGroupRequestSchema,
  createSegmentRequestSchema,
  previewSegmentRequestSchema,
  type SegmentPreview,
  type SegmentsResponse,
  type SegmentUses,
  updateCapGroupRequestSchema,
  updateSegmentRequestSchema,
} from "@fanfare/contract/schema/segment";
import { Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { tellAllPages } from "../engage/page-signal.ts";
import { changeCapGroup, createCapGroup, removeCapGroup } from "../people/cap-group-edit.ts";
import { countIn } from "../people/people-count.ts";
import type { Wanted } from "../people/people-in.ts";
import { pageOfPeople } from "../people/people-list.ts";
import {
  changeSegment,
  createSegment,
  existingSegment,
  removeSegment,
  restoreSegment,
} from "../people/segment-edit.ts";
import { segmentUses } from "../people/segment-uses.ts";
import { segmentRules, wantedSegment } from "../people/segments.ts";
import { allCapGroups } from "../store/cap-groups.ts";
import { toIso } from "../store/columns.ts";
import { allSegments } from "../store/segments.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { presentCapGroup, presentPerson, presentSegment } from "./person-presenters.ts";
import { revisionTag, seenRevision } from "./revision.ts";

/** Who is meant, by name; and how often people may be spoken to. Open pages hear of every change. */
export function segmentRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  const preview = async (app: AppRecord, wanted: Wanted): Promise<SegmentPreview> => {
    const list = { ...deps, now_ms: deps.clock.now() };
    const query = { q: "", sort: "-last_seen_at", after: undefined, limit: limits.segment_samples_max } as const;
    // Begun first, and told again by the page: whom a rule means is counted once.
    const counting = countIn(list, app.id, wanted);
    const [{ counted_at_ms, ...counted }, { rows }] = await Promise.all([
      counting,
      pageOfPeople(list, app.id, query, wanted),
    ]);
    const samples = rows
      .map((row) => presentPerson(row))
      .map(({ id, external_id, name }) => ({ id, external_id, name }));
    return { ...counted, counted_at: toIso(counted_at_ms), samples };
  };

  return new Hono<ApiEnv>()
    .get("/segments", async (c) => {
      const rows = await allSegments(db);
      return c.json({ items: rows.map(presentSegment) } satisfies SegmentsResponse);
    })
    .post("/segments", async (c) => {
      const wish = await parseText(c, createSegmentRequestSchema);
      const row = await createSegment(deps, wish, c.var.actor.member_id);
      return c.json(presentSegment(row), 201, { ETag: revisionTag(row.revision) });
    })
    .post("/segments/preview", async (c) => {
      const { app_id, rule } = await parseText(c, previewSegmentRequestSchema);
      const app = appNamed(deps.apps, app_id);
      return c.json(await preview(app, { rule, segments: await segmentRules(db) }));
    })
    .get("/segments/:id", async (c) => {
      const row = await existingSegment(deps, c.req.param("id"));
      return c.json(presentSegment(row), 200, { ETag: revisionTag(row.revision) });
    })
    .get("/segments/:id/people", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      return c.json(await preview(app, await wantedSegment(db, c.req.param("id"))));
    })
    .get("/segments/:id/uses", async (c) => {
      const row = await existingSegment(deps, c.req.param("id"));
      return c.json((await segmentUses(db, row)) satisfies SegmentUses);
    })
    .patch("/segments/:id", async (c) => {
      const at = { id: c.req.param("id"), revision: seenRevision(c) };
      const change: { name?: string | undefined; rule?: Rule | undefined } = await parseText(
        c,
        updateSegmentRequestSchema,
      );
      const row = await changeSegment(deps, at, change, c.var.actor.member_id);
      await tellAllPages(deps);
      return c.json(presentSegment(row), 200, { ETag: revisionTag(row.revision) });
    })
    .delete("/segments/:id", async (c) => {
      await removeSegment(deps, c.req.param("id"), c.var.actor.member_id);
      await tellAllPages(deps);
      return c.body(null, 204);
    })
    .post("/segments/:id/restore", async (c) => {
      const row = await restoreSegment(deps, c.req.param("id"), c.var.actor.member_id);
      await tellAllPages(deps);
      return c.json(presentSegment(row), 200, { ETag: revisionTag(row.revision) });
    })
    .get("/cap-groups", async (c) => {
      const rows = await allCapGroups(db);
      return c.json({ items: rows.map(presentCapGroup) } satisfies CapGroupsResponse);
    })
    .post("/cap-groups", async (c) => {
      const wish = await parseText(c, createCapGroupRequestSchema);
      const row = await createCapGroup(deps, wish, c.var.actor.member_id);
      await tellAllPages(deps);
      return c.json(presentCapGroup(row), 201, { ETag: revisionTag(row.revision) });
    })
    .patch("/cap-groups/:id", async (c) => {
      const at = { id: c.req.param("id"), revision: seenRevision(c) };
      const row = await changeCapGroup(
        deps,
        at,
        await parseText(c, updateCapGroupRequestSchema),
        c.var.actor.member_id,
      );
      await tellAllPages(deps);
      return c.json(presentCapGroup(row), 200, { ETag: revisionTag(row.revision) });
    })
    .delete("/cap-groups/:id", async (c) => {
      await removeCapGroup(deps, c.req.param("id"), c.var.actor.member_id);
      await tellAllPages(deps);
      return c.body(null, 204);
    });
}
