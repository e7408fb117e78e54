import { type AppId, type MemberId, newId, type PersonId } from "@fanfare/contract/lib/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { EVERYONE_CHANNEL, personChannel } from "@fanfare/contract/realtime/channel";
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
import { presentMessage } from "./present-message.ts";

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
) => Promise<LiveUpdateRow>;

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

  return async (app_id, input, member_id) => {
    const { audience } = input;
    const people = audience.kind === "segment" ? await segmentRecipients(deps, app_id, audience.segment_id) : [];
    const before = tails.get(app_id) ?? Promise.resolve();
    const sending = before.then(async () => {
      const row = await storeNext(deps, app_id, input, people, member_id);
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

/** Another server on the same database can take this position first. In that case, try the next one. */
async function storeNext(
  deps: LiveUpdatesDeps,
  app_id: AppId,
  input: LiveUpdateInput,
  people: readonly PersonId[],
  member_id: MemberId | null,
): Promise<LiveUpdateRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeOnce(deps, app_id, input, people, member_id);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= POSITION_ATTEMPTS_MAX) throw error;
    }
  }
}

async function storeOnce(
  deps: LiveUpdatesDeps,
  app_id: AppId,
  input: LiveUpdateInput,
  people: readonly PersonId[],
  member_id: MemberId | null,
): Promise<LiveUpdateRow> {
  const { clock, rng, store } = deps;
  const created_at = clock.now();
  const expires_at = created_at + input.ttl_s * SECOND_MS;
  const targets = audienceTargets(input.audience, people);
  const row: Omit<LiveUpdateRow, "position"> = {
    id: newId("lup", clock, rng),
    app_id,
    audience: toJson(input.audience),
    people: countNamedPeople(input.audience, targets),
    body: toJson(input.body),
    priority: input.priority,
    require_ack: toBit(input.require_ack),
    collapse_key: input.collapse_key,
    devices: input.devices,
    created_at,
    expires_at,
    created_by: member_id,
  };
  const { audience, body } = input;
  const written = await store.write([
    { query: insertLiveUpdate(store.db, row), expect: 1 },
    ...inBatches(targets).map(
      (part): Statement => ({
        query: insertTargets(
          store.db,
          part.map((target) => ({ live_update_id: row.id, app_id, target, expires_at })),
        ),
      }),
    ),
    { query: deleteExpiredTargets(store.db, created_at, limits.live_update_targets_forgotten_at_once) },
    auditStatement(deps, {
      member_id,
      action: "live_update.send",
      resource: { type: "live_update", id: row.id },
      app_id,
      detail: { audience: audience.kind, people: row.people, kind: body.kind },
    }),
  ]);
  if (written.outcome === "unmet") throw new Error("The live update wasn't stored, although its ID is new.");
  return { ...row, position: Number(written.results[0]?.rows[0]?.["position"]) };
}

/**
 * The signal contains small messages for all devices. Other messages must be fetched, so that only one device claims
 * them.
 */
async function notifyRecipients(
  deps: LiveUpdatesDeps,
  row: LiveUpdateRow,
  audience: LiveUpdateAudience,
  people: readonly PersonId[],
): Promise<void> {
  const is_inline = row.devices === "all" && Buffer.byteLength(row.body) <= limits.live_update_inline_bytes_max;
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
