import { type AppId, isId, type LiveUpdateId, type MemberId, type PersonId } from "@fanfare/contract/lib/ids";
import { SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { LiveUpdateAudience } from "@fanfare/contract/realtime/live-update";
import { type LiveUpdateInput, liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import { fromBit } from "../../store/columns.ts";
import { peopleNamed } from "../../store/statements/people/people.ts";
import { type LiveUpdateRow, liveUpdateById, peopleWhoSaw } from "../../store/statements/realtime/live-updates.ts";
import type { WriteDeps } from "../../store/store.ts";
import { nameTarget } from "./delivery-targets.ts";
import { type LiveUpdatesDeps, recipientsNow, type SendLiveUpdate } from "./live-updates.ts";
import { audienceOf, testedOf, timingOf } from "./present-message.ts";
import { assertRoomForTimed } from "./scheduled-messages.ts";

export interface ResendDeps extends WriteDeps, Pick<LiveUpdatesDeps, "segmentPeople"> {
  readonly sendLiveUpdate: SendLiveUpdate;
}

/**
 * Sends a live update again, now, to the people of its audience who haven't seen it or an earlier resend. Segments are
 * evaluated again. For groups and everyone, who has seen it is checked on delivery.
 *
 * @throws ProblemError `live_update_not_found`, `live_update_seen`, `segment_not_found`, or `live_updates_full`.
 */
export async function resendLiveUpdate(
  deps: ResendDeps,
  app_id: AppId,
  id: string,
  member_id: MemberId | null,
): Promise<LiveUpdateRow> {
  const row = await sentLiveUpdate(deps, app_id, id);
  const resend_of = row.resend_of ?? row.id;
  const timing = resendTiming(row);
  if (timing !== null) await assertRoomForTimed(deps, app_id);
  const { audience, people } = await unseenBy(deps, app_id, audienceOf(row), resend_of);
  const { priority, collapse_key, devices } = row;
  const input = liveUpdateInputSchema.parse({
    ...{ ...testedOf(row), audience, priority, collapse_key, devices, timing },
    require_ack: fromBit(row.require_ack),
    ttl_s: timingOf(row)?.ttl_s ?? (row.expires_at - row.created_at) / SECOND_MS,
  });
  return deps.sendLiveUpdate(app_id, input, member_id, { resend_of, people });
}

/** @throws ProblemError `live_update_not_found` if no sent live update of the app has this ID. */
export async function sentLiveUpdate(
  { store }: Pick<WriteDeps, "store">,
  app_id: AppId,
  id: string,
): Promise<LiveUpdateRow> {
  const row = isId("lup", id) ? await liveUpdateById(store.db, app_id, id) : undefined;
  if (row !== undefined) return row;
  throw new ProblemError(
    "live_update_not_found",
    "Live update not found in this app. List the app's live updates to get their IDs.",
  );
}

/** Only the quiet hours stay: a resend is sent now. */
function resendTiming(row: LiveUpdateRow): LiveUpdateInput["timing"] {
  const timing = timingOf(row);
  if (timing === null || timing.quiet_hours === null) return null;
  return { time_zone: timing.time_zone, send_at: null, zone: "fixed", quiet_hours: timing.quiet_hours };
}

/** @throws ProblemError `live_update_seen` if no one is left. */
async function unseenBy(
  deps: ResendDeps,
  app_id: AppId,
  audience: LiveUpdateAudience,
  first: LiveUpdateId,
): Promise<{ readonly audience: LiveUpdateAudience; readonly people: readonly PersonId[] }> {
  if (audience.kind === "groups" || audience.kind === "everyone") return { audience, people: [] };
  const { db } = deps.store;
  const seen = await peopleWhoSaw(db, first);
  if (audience.kind === "segment") {
    const people = (await recipientsNow(deps, app_id, audience)).filter((id) => !seen.has(id));
    if (people.length > 0) return { audience, people };
  } else {
    const known = await peopleNamed(db, app_id, audience.external_ids);
    const done = new Set(
      known
        .filter(({ id }) => seen.has(id))
        .map(({ external_id, anonymous_id }) => nameTarget(external_id ?? anonymous_id ?? "")),
    );
    const external_ids = audience.external_ids.filter((name) => !done.has(nameTarget(name)));
    if (external_ids.length > 0) return { audience: { kind: "people", external_ids }, people: [] };
  }
  throw new ProblemError("live_update_seen", "Everyone in the audience of this live update has seen it.");
}
