import { isId } from "@fanfare/contract/lib/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { LiveUpdateInput } from "@fanfare/contract/schema/realtime/live-update";
import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import type { LIVE_UPDATE_ROUTES } from "@fanfare/contract/schema/routes/live-updates";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { messageExperimentReport } from "../../../analytics/reports/message-experiment.ts";
import { presentLiveUpdate, presentScheduled } from "../../../engage/live-updates/present-message.ts";
import { reachOf } from "../../../engage/live-updates/recipients.ts";
import { resendLiveUpdate, sentLiveUpdate } from "../../../engage/live-updates/resend.ts";
import {
  cancelScheduledLiveUpdate,
  changeScheduledLiveUpdate,
  sendOrSchedule,
} from "../../../engage/live-updates/scheduled-messages.ts";
import { assertEmailReady, messageEmailState } from "../../../engage/message-emails/email-readiness.ts";
import { assertPushReady, messagePushSettings } from "../../../engage/message-pushes/push-readiness.ts";
import { createSegmentPeople } from "../../../people/segments/segments.ts";
import {
  deliveryCounts,
  furthestStates,
  undeliverableCounts,
} from "../../../store/statements/realtime/live-update-deliveries.ts";
import { type LiveUpdateRow, liveUpdatesOf, resentThreads } from "../../../store/statements/realtime/live-updates.ts";
import { emailCounts } from "../../../store/statements/realtime/message-emails.ts";
import { pushCounts } from "../../../store/statements/realtime/message-pushes.ts";
import {
  scheduledLiveUpdate,
  scheduledLiveUpdates,
} from "../../../store/statements/realtime/scheduled-live-updates.ts";
import { tokenBuckets } from "../../request/token-buckets.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function liveUpdateHandlers(deps: ApiDeps): Handlers<typeof LIVE_UPDATE_ROUTES> {
  const { db } = deps.store;
  const buckets = tokenBuckets(deps.clock, {
    per_second: limits.live_updates_per_second_max,
    burst: limits.live_updates_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  const present = presenter(deps);
  const presentOne = async (row: LiveUpdateRow): Promise<LiveUpdate> => {
    const [update] = await present([row]);
    if (update === undefined) throw new Error("One row has one presentation.");
    return update;
  };
  const segmentPeople = createSegmentPeople(deps);
  const writing = { ...deps, segmentPeople };
  const find = (app: AppRecord, id: string): Promise<LiveUpdateRow> => sentLiveUpdate(deps, app.id, id);
  const takeTurn = (app: AppRecord): void => {
    const wait_ms = buckets.take(app.id);
    if (wait_ms > 0) throw rateLimited(wait_ms);
  };
  return {
    "GET /api/live-updates": async ({ query, app }) => {
      const { after, limit } = query;
      const last = after === undefined ? undefined : await find(app, after);
      const rows = await liveUpdatesOf(db, { app_id: app.id, before: last?.position, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return { items: await present(page), next };
    },
    "POST /api/live-updates": async ({ c, body, actor, app }) => {
      takeTurn(app);
      await assertReady(deps, body);
      const result = await sendOrSchedule(writing, app.id, body, actor.member_id);
      const update = "sent" in result ? await presentOne(result.sent) : presentScheduled(result.scheduled);
      c.header("Location", `/api/live-updates/${update.id}?app_id=${app.id}`);
      return update;
    },
    "POST /api/live-updates/reach": ({ body, app }) =>
      reachOf({ store: deps.store, segmentPeople }, app.id, body.audience),
    "GET /api/live-updates/scheduled": async ({ app }) => ({
      items: (await scheduledLiveUpdates(db, app.id)).map(presentScheduled),
    }),
    "GET /api/live-updates/email": async () => ({ state: await messageEmailState(deps) }),
    "GET /api/live-updates/push": async ({ app }) => messagePushSettings(deps, app.id),
    "GET /api/live-updates/:id/experiment": async ({ params, app }) =>
      messageExperimentReport(deps, app.id, await find(app, params.id)),
    "POST /api/live-updates/:id/resend": async ({ c, params, app, actor }) => {
      takeTurn(app);
      const update = await presentOne(await resendLiveUpdate(writing, app.id, params.id, actor.member_id));
      c.header("Location", `/api/live-updates/${update.id}?app_id=${app.id}`);
      return update;
    },
    "PUT /api/live-updates/:id": async ({ params, body, app, actor }) => {
      takeTurn(app);
      await assertReady(deps, body);
      return presentScheduled(await changeScheduledLiveUpdate(writing, app.id, params.id, body, actor.member_id));
    },
    "DELETE /api/live-updates/:id": async ({ params, app, actor }) => {
      await cancelScheduledLiveUpdate(deps, app.id, params.id, actor.member_id);
    },
    "GET /api/live-updates/:id": async ({ params, app }) => {
      const scheduled = isId("lup", params.id) ? await scheduledLiveUpdate(db, app.id, params.id) : undefined;
      return scheduled === undefined ? presentOne(await find(app, params.id)) : presentScheduled(scheduled);
    },
  };
}

async function assertReady(deps: ApiDeps, { email, push }: LiveUpdateInput): Promise<void> {
  if (email !== null) await assertEmailReady(deps);
  if (push !== null) assertPushReady(deps);
}

/** Adds the counts of live updates. */
function presenter(deps: ApiDeps) {
  const { db } = deps.store;
  return async (rows: readonly LiveUpdateRow[]): Promise<readonly LiveUpdate[]> => {
    const ids = rows.map(({ id }) => id);
    const now_ms = deps.clock.now();
    const firstOf = ({ id, resend_of }: LiveUpdateRow) => resend_of ?? id;
    const [delivered, furthest, undeliverable, resent, emails, pushes] = await Promise.all([
      deliveryCounts(db, ids),
      furthestStates(db, ids),
      undeliverableCounts(db, ids, now_ms),
      resentThreads(db, rows.map(firstOf)),
      emailCounts(db, ids),
      pushCounts(db, ids),
    ]);
    const by_update = Map.groupBy(furthest, ({ live_update_id }) => live_update_id);
    const counts = new Map(delivered.map((each) => [each.live_update_id, each]));
    return rows.map((row) =>
      presentLiveUpdate(
        row,
        {
          ...{ counted: counts.get(row.id), undeliverable: undeliverable.get(row.id) ?? 0 },
          furthest: by_update.get(row.id) ?? [],
          newest: resent.get(firstOf(row)) ?? row.position,
          emails: emails.get(row.id),
          pushes: pushes.get(row.id),
        },
        now_ms,
      ),
    );
  };
}

function rateLimited(wait_ms: number): ProblemError {
  const wait_s = Math.ceil(wait_ms / SECOND_MS);
  return new ProblemError(
    "rate_limited",
    `This app sends more than ${limits.live_updates_per_second_max} live updates per second. Try again in ${wait_s} s.`,
    { retry_after_s: wait_s },
  );
}
