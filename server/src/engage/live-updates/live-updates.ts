import { type AppId, type LiveUpdateId, type MemberId, newId, type PersonId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/realtime/channel";
import { lastExpiryMs } from "@fanfare/contract/realtime/delivery-timing";
import { type LiveUpdateAudience, MESSAGE, type MessageSignal } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdateInput } from "@fanfare/contract/schema/realtime/live-update";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Publish } from "../../lib/publish.ts";
import { personChannelId } from "../../people/identity/identity.ts";
import { toBit, toJson } from "../../store/columns.ts";
import { namesOfPeople } from "../../store/statements/people/people.ts";
import {
  deleteExpiredTargets,
  insertLiveUpdate,
  insertTargets,
  type LiveUpdateRow,
} from "../../store/statements/realtime/live-updates.ts";
import { isUniqueViolation, type Statement, type WriteDeps } from "../../store/store.ts";
import { audienceTargets, countNamedPeople, type SegmentPeople } from "./delivery-targets.ts";
import type { GroupPages } from "./group-pages.ts";
import { presentMessage, type StoredTiming } from "./present-message.ts";

export interface LiveUpdatesDeps extends WriteDeps {
  readonly publish: Publish;
  /** Without it, apps have no segments. */
  readonly segmentPeople?: SegmentPeople | undefined;
  readonly groups: GroupPages;
  /** With several nodes: each one publishes to the group's people that it knows. */
  readonly publishToGroups?:
    | ((app_id: AppId, groups: readonly string[], event: string, data: unknown) => void)
    | undefined;
}

export type SendLiveUpdate = (
  app_id: AppId,
  input: LiveUpdateInput,
  member_id: MemberId | null,
  resend?: Resend,
) => Promise<LiveUpdateRow>;

/** What makes a live update a resend. */
export interface Resend {
  /** The first live update of the thread. */
  readonly resend_of: LiveUpdateId;
  /** People of its segment who haven't seen it. */
  readonly people: readonly PersonId[];
}

const POSITION_ATTEMPTS_MAX = 8;
const ROWS_PER_STATEMENT = 1_000;

/**
 * Stores live updates first and signals them after the commit. Online people get them immediately; others fetch them on
 * their next visit. Signals of one app are in order of position.
 *
 * @example
 * const send = createLiveUpdates(deps);
 * await send(app.id, liveUpdateWishSchema.parse({
 *   audience: { kind: "everyone" }, body: { kind: "toast", text: "Hi" },
 * }), null);
 */
export function createLiveUpdates(deps: LiveUpdatesDeps): SendLiveUpdate {
  const tails = new Map<AppId, Promise<unknown>>();

  return async (app_id, input, member_id, resend) => {
    const people = resend?.people ?? (await recipientsNow(deps, app_id, input.audience));
    const before = tails.get(app_id) ?? Promise.resolve();
    const sending = before.then(async () => {
      const entry = {
        id: newId("lup", deps.clock, deps.rng),
        app_id,
        input,
        people,
        member_id,
        resend_of: resend?.resend_of,
      };
      const row = await storeLiveUpdate(deps, entry);
      if (row === undefined) throw new Error("The live update wasn't stored, although its ID is new.");
      await notifyRecipients(deps, row, input.audience, people);
      return row;
    });
    const tail = sending.catch(() => undefined);
    tails.set(app_id, tail);
    try {
      return await sending;
    } finally {
      if (tails.get(app_id) === tail) tails.delete(app_id);
    }
  };
}

/**
 * People of the audience's segment. Empty for other audiences.
 *
 * @throws ProblemError `segment_not_found`.
 */
export async function recipientsNow(
  deps: Pick<LiveUpdatesDeps, "segmentPeople">,
  app_id: AppId,
  audience: LiveUpdateAudience,
): Promise<readonly PersonId[]> {
  return audience.kind === "segment" ? segmentRecipients(deps, app_id, audience.segment_id) : [];
}

/** @throws ProblemError `segment_not_found`. */
export async function segmentRecipients(
  { segmentPeople }: Pick<LiveUpdatesDeps, "segmentPeople">,
  app_id: AppId,
  segment_id: string,
): Promise<readonly PersonId[]> {
  const people = await segmentPeople?.(app_id, segment_id, limits.live_update_segment_people_max);
  if (people !== undefined) return people;
  throw new ProblemError("segment_not_found", "Segment not found in this app. Use one of its segments.", {
    fields: [{ pointer: "/audience/segment_id", message: "Segment not found." }],
  });
}

/** A live update to store. `first`: statements that decide whether it's stored, in the same transaction. */
export interface LiveUpdateEntry {
  readonly id: LiveUpdateId;
  readonly app_id: AppId;
  readonly input: LiveUpdateInput;
  /** Of its segment. */
  readonly people: readonly PersonId[];
  readonly member_id: MemberId | null;
  readonly resend_of?: LiveUpdateId | undefined;
  readonly first?: readonly Statement[];
}

/**
 * Undefined if another server was faster with it. If another server took this position first, tries the next one.
 */
export async function storeLiveUpdate(deps: WriteDeps, entry: LiveUpdateEntry): Promise<LiveUpdateRow | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeOnce(deps, entry);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= POSITION_ATTEMPTS_MAX) throw error;
    }
  }
}

async function storeOnce(deps: WriteDeps, entry: LiveUpdateEntry): Promise<LiveUpdateRow | undefined> {
  const { app_id, input, member_id, resend_of = null, first = [] } = entry;
  const { clock, store } = deps;
  const created_at = clock.now();
  const targets = audienceTargets(input.audience, entry.people);
  const row = { ...rowOf(input, created_at), id: entry.id, app_id, created_by: member_id, resend_of };
  const people = countNamedPeople(input.audience, targets);
  const written = await store.write([
    ...first,
    { query: insertLiveUpdate(store.db, { ...row, people }), expect: 1 },
    ...inBatches(targets).map(
      (part): Statement => ({
        query: insertTargets(
          store.db,
          part.map((target) => ({ live_update_id: row.id, app_id, target, expires_at: row.expires_at })),
        ),
      }),
    ),
    { query: deleteExpiredTargets(store.db, created_at, limits.live_update_targets_forgotten_at_once) },
    auditStatement(deps, {
      member_id,
      action: "live_update.send",
      resource: { type: "live_update", id: row.id },
      app_id,
      detail: {
        ...{ audience: input.audience.kind, people, kind: input.body.kind },
        ...(resend_of === null ? {} : { resend_of }),
      },
    }),
  ]);
  if (written.outcome === "unmet") return undefined;
  return { ...row, people, position: Number(written.results[first.length]?.rows[0]?.["position"]) };
}

/** The part of the row that the input decides. Without local times and quiet hours, one time applies to everyone. */
function rowOf(input: LiveUpdateInput, created_at: number) {
  const { timing, ttl_s, email, push } = input;
  const timed = timing !== null && (timing.zone === "person" || timing.quiet_hours !== null) ? timing : null;
  return {
    audience: toJson(input.audience),
    body: toJson(input.body),
    priority: input.priority,
    require_ack: toBit(input.require_ack),
    collapse_key: input.collapse_key,
    devices: input.devices,
    experiment: input.experiment === null ? null : toJson(input.experiment),
    email_after_hours: email?.after_hours ?? null,
    emails_at: email === null ? null : created_at + email.after_hours * HOUR_MS,
    emails_cursor: null,
    push_after_minutes: push?.after_minutes ?? null,
    pushes_at: push === null ? null : created_at + push.after_minutes * MINUTE_MS,
    pushes_cursor: null,
    created_at,
    timing: timed === null ? null : toJson({ ...timed, ttl_s } satisfies StoredTiming),
    expires_at: timed === null ? created_at + ttl_s * SECOND_MS : lastExpiryMs(timed, { sent_ms: created_at, ttl_s }),
  };
}

/**
 * The signal contains small messages for all devices. Other messages must be fetched, so that only one device claims
 * them, or because they aren't for everyone, or not now.
 */
export async function notifyRecipients(
  deps: LiveUpdatesDeps,
  row: LiveUpdateRow,
  audience: LiveUpdateAudience,
  people: readonly PersonId[],
): Promise<void> {
  const is_same_for_all =
    row.devices === "all" && row.timing === null && row.resend_of === null && row.experiment === null;
  const is_inline = is_same_for_all && Buffer.byteLength(row.body) <= limits.live_update_inline_bytes_max;
  const signalOf = (spread_ms: number): MessageSignal => ({
    spread_ms,
    ...(is_inline ? { message: presentMessage(row) } : {}),
  });
  const publish = (channel: string, spread_ms: number): void =>
    deps.publish(row.app_id, channel, MESSAGE, signalOf(spread_ms));
  switch (audience.kind) {
    case "everyone":
      publish(EVERYONE_CHANNEL, limits.change_spread_ms);
      return;
    case "people":
      for (const name of new Set(audience.external_ids)) publish(personChannel(personChannelId(name)), 0);
      return;
    case "groups":
      if (deps.publishToGroups !== undefined) {
        deps.publishToGroups(row.app_id, audience.groups, MESSAGE, signalOf(0));
        return;
      }
      for (const channel_id of deps.groups.channelsOf(row.app_id, audience.groups))
        publish(personChannel(channel_id), 0);
      return;
    case "segment":
      for (const part of inBatches(people)) {
        for (const name of await namesOfPeople(deps.store.db, row.app_id, part))
          publish(personChannel(personChannelId(name)), 0);
      }
  }
}

function inBatches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / ROWS_PER_STATEMENT);
  return Array.from({ length: count }, (_, part) =>
    items.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT),
  );
}
