import { isId } from "@fanfare/contract/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  type LiveUpdate,
  type LiveUpdatesResponse,
  liveUpdatesQuerySchema,
  sendLiveUpdateRequestSchema,
} from "@fanfare/contract/schema/live-update";
import { Hono } from "hono";
import { presentLiveUpdate } from "../engage/live-update-message.ts";
import { deliveryCounts } from "../store/live-update-deliveries.ts";
import { type LiveUpdateRow, liveUpdateById, liveUpdatesOf } from "../store/live-updates.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { tokenBuckets } from "./token-buckets.ts";

/** What is said to people now, and how far it came. */
export function liveUpdateRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  const buckets = tokenBuckets(deps.clock, {
    per_second: limits.live_updates_per_second_max,
    burst: limits.live_updates_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  const present = async (rows: readonly LiveUpdateRow[]): Promise<readonly LiveUpdate[]> => {
    const counted = await deliveryCounts(
      db,
      rows.map(({ id }) => id),
    );
    const byId = new Map(counted.map((row) => [row.live_update_id, row]));
    return rows.map((row) => presentLiveUpdate(row, byId.get(row.id), deps.clock.now()));
  };
  const find = async (app_id: string, id: string): Promise<LiveUpdateRow> => {
    const app = appNamed(deps.apps, app_id);
    const row = isId("lup", id) ? await liveUpdateById(db, app.id, id) : undefined;
    if (row !== undefined) return row;
    throw new ProblemError("live_update_not_found", "No live update of this app has this id. List them for theirs.");
  };

  return new Hono<ApiEnv>()
    .get("/live-updates", async (c) => {
      const { app_id, before, limit } = parseQuery(c, liveUpdatesQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const last = before === undefined ? undefined : await find(app_id, before);
      const rows = await liveUpdatesOf(db, { app_id: app.id, before: last?.position, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return c.json({ items: await present(page), next } satisfies LiveUpdatesResponse);
    })
    .post("/live-updates", async (c) => {
      const { app_id, ...wish } = await parseText(c, sendLiveUpdateRequestSchema);
      const app = appNamed(deps.apps, app_id);
      const wait_ms = buckets.take(app.id);
      if (wait_ms > 0) throw tooMany(wait_ms);
      const row = await deps.sendLiveUpdate(app.id, wish, c.var.actor.member_id);
      c.header("Location", `/api/live-updates/${row.id}?app_id=${app.id}`);
      return c.json(presentLiveUpdate(row, undefined, deps.clock.now()), 201);
    })
    .get("/live-updates/:id", async (c) => {
      const row = await find(parseQuery(c, appQuerySchema).app_id, c.req.param("id"));
      const [found] = await present([row]);
      return c.json(found);
    });
}

function tooMany(wait_ms: number): ProblemError {
  const wait_s = Math.ceil(wait_ms / SECOND_MS);
  return new ProblemError(
    "rate_limited",
    `This app sends more than ${limits.live_updates_per_second_max} live updates a second. Go on in ${wait_s} s.`,
    { retry_after_s: wait_s },
  );
}
