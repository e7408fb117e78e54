import { type EventId, isId, isUuidv7, uuidv7 } from "@fanfare/contract/lib/ids";
import { isTimeZone } from "@fanfare/contract/lib/wall-clock";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type SegmentCall, segmentCallSchema } from "@fanfare/contract/schema/client/segment";
import { externalIdSchema } from "@fanfare/contract/schema/client/v1";
import { localeSchema } from "@fanfare/contract/schema/content/text";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import { backendCaller } from "../analytics/ingest/backend-caller.ts";
import { type IngestDeps, ingest } from "../analytics/ingest/ingest.ts";
import { writeVerifiedGroup } from "../people/groups/verified-group.ts";
import { findVerified, type ImportDeps, storeBatch } from "../people/import/import-people.ts";
import { type Caller, unverifiedCaller } from "../people/person/find-person.ts";
import { identify } from "../people/person/identify.ts";
import type { PersonContext } from "../people/rules/rule-facts.ts";
import { eventsById } from "../store/statements/analytics/events.ts";
import { personByAnonymousId } from "../store/statements/people/people.ts";
import { goalsWithIds } from "../store/statements/realtime/fact-sources.ts";
import { anonymousIdOf, attributesOf, type SegmentEvent, type SegmentTimes, segmentEvent } from "./normalize-call.ts";

export type SegmentDeps = IngestDeps & ImportDeps;

/** Who sends calls. `page`: anyone who knows the app key, so as little is believed as from any page without a token. */
export interface SegmentSender {
  readonly app: AppRecord;
  readonly kind: "page" | "backend";
  readonly may_write_people: boolean;
}

export interface SegmentRejection {
  readonly index: number;
  readonly detail: string;
  /** The error, if nothing of the call was stored. */
  readonly problem?: ProblemError;
}

interface PendingEvents {
  readonly caller: Caller;
  readonly events: (SegmentEvent & { readonly index: number })[];
}

/**
 * Stores the calls of Segment's libraries, in order. Rejected ones are reported individually. Calls can be repeated:
 * one with the same `messageId` counts once, and the others are idempotent.
 *
 * @throws ProblemError `store_unavailable`. Repeat all calls then.
 * @example
 * const rejected = await acceptCalls(deps, { app, kind: "page", may_write_people: true }, batch, { received_ms, sent_at });
 */
export async function acceptCalls(
  deps: SegmentDeps,
  sender: SegmentSender,
  calls: readonly unknown[],
  times: SegmentTimes,
): Promise<readonly SegmentRejection[]> {
  const rejected: SegmentRejection[] = [];
  const sent_by_us = await ownMessages(deps, sender.app, calls);
  let pending: PendingEvents | undefined;
  const flush = async (): Promise<void> => {
    const { caller, events } = pending ?? { events: [] };
    pending = undefined;
    if (caller !== undefined) rejected.push(...(await storeEvents(deps, sender.app, caller, events)));
  };
  for (const [index, raw] of calls.entries()) {
    const { data: call, error } = segmentCallSchema.safeParse(raw);
    if (call === undefined) {
      rejected.push(rejection(index, error.issues[0]));
      continue;
    }
    // Fanfare's own events, sent to a tool and back, are already counted.
    if (call.context?.library?.name === LIBRARY_NAME || sent_by_us.has(call.messageId ?? "")) continue;
    try {
      const caller = await callerOf(deps, sender, call);
      const is_event = call.type === "track" || call.type === "page" || call.type === "screen";
      if (pending !== undefined && !(is_event && pending.caller.channel_id === caller.channel_id)) await flush();
      if (is_event) {
        const event = segmentEvent(sender.app, call, times, uuidv7(deps.clock, deps.rng));
        pending ??= { caller, events: [] };
        pending.events.push({ ...event, index });
      } else {
        const details = await storeAboutPerson(deps, sender, caller, call);
        rejected.push(...details.map((detail) => ({ index, detail })));
      }
    } catch (problem) {
      rejected.push(refused(index, problem));
    }
  }
  await flush();
  return rejected.toSorted((one, other) => one.index - other.index);
}

/** Name that Fanfare puts into `context.library` of what it sends to other tools. */
export const LIBRARY_NAME = "fanfare";

const OWN_EVENT = /^evt_([0-9a-f-]{36})$/;
const OWN_GOAL = /^(gol_[0-9a-f-]{36})-per_[0-9a-f-]{36}$/;
const goalIn = (message_id: string): string => OWN_GOAL.exec(message_id)?.[1] ?? "";

/**
 * Message IDs of calls that are about events and goals of this app that Fanfare sent out. Tools may have replaced the
 * library.
 */
async function ownMessages(
  { store }: Pick<SegmentDeps, "store">,
  app: Pick<AppRecord, "id">,
  calls: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const message_ids = calls.map((call) =>
    typeof call === "object" && call !== null && "messageId" in call ? String(call.messageId) : "",
  );
  const event_ids = message_ids.flatMap((message_id) => {
    const id = OWN_EVENT.exec(message_id)?.[1] ?? "";
    // Cast: just checked.
    return isUuidv7(id) ? [id as EventId] : [];
  });
  const goal_ids = message_ids.flatMap((message_id) => {
    const id = goalIn(message_id);
    return isId("gol", id) ? [id] : [];
  });
  const [events, goals] = await Promise.all([
    event_ids.length === 0 ? [] : eventsById(store.db, event_ids),
    goalsWithIds(store.db, goal_ids),
  ]);
  const known = new Set<string>([...events, ...goals].flatMap(({ id, app_id }) => (app_id === app.id ? [id] : [])));
  return new Set(
    message_ids.filter(
      (message_id) => known.has(OWN_EVENT.exec(message_id)?.[1] ?? "") || known.has(goalIn(message_id)),
    ),
  );
}

function rejection(
  index: number,
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
) {
  const where = issue?.path.join(".") || "call";
  const detail = `${where}: ${issue?.message ?? "The call is invalid."}`;
  return { index, detail, problem: new ProblemError("body_invalid", `The call is invalid. At ${detail}`) };
}

/** @throws the error itself unless it's about this call alone. */
function refused(index: number, problem: unknown): SegmentRejection {
  if (!(problem instanceof ProblemError) || problem.code === "store_unavailable") throw problem;
  return { index, detail: problem.message, problem };
}

async function storeEvents(
  deps: SegmentDeps,
  app: AppRecord,
  caller: Caller,
  events: PendingEvents["events"],
): Promise<readonly SegmentRejection[]> {
  const stored = await eventsById(
    deps.store.db,
    events.map(({ id }) => id),
  );
  const known = new Set(stored.flatMap(({ id, app_id }) => (app_id === app.id ? [id] : [])));
  const fresh = events.filter(({ id }) => !known.has(id) && known.add(id));
  if (fresh.length === 0) return [];
  try {
    const { rejected } = await ingest(
      deps,
      app,
      caller,
      fresh.map(({ index: _, ...event }) => event),
    );
    return rejected.map(({ index, detail }) => ({
      index: fresh[index]?.index ?? 0,
      detail,
      problem: new ProblemError("body_invalid", `The call is invalid. At ${detail}`),
    }));
  } catch (problem) {
    return fresh.map(({ index }) => refused(index, problem));
  }
}

/** @throws ProblemError `body_invalid` if the call names no one. */
async function callerOf(deps: SegmentDeps, { app, kind }: SegmentSender, call: SegmentCall): Promise<Caller> {
  const { userId, anonymousId } = call;
  if (userId !== undefined) {
    const { data: external_id, error } = externalIdSchema.safeParse(userId);
    if (external_id === undefined) throw new ProblemError("body_invalid", `userId: ${error.issues[0]?.message ?? ""}`);
    return kind === "page" ? unverifiedCaller(external_id) : backendCaller(deps, app, external_id);
  }
  if (anonymousId === undefined) throw new ProblemError("body_invalid", "Send a userId or an anonymousId.");
  const anonymous_id = anonymousIdOf(app, anonymousId);
  return { kind: "anonymous", anonymous_id, channel_id: anonymous_id };
}

/** Stores an `identify`, `group`, or `alias` call. Returns why parts of it weren't stored. */
async function storeAboutPerson(
  deps: SegmentDeps,
  sender: SegmentSender,
  caller: Caller,
  call: SegmentCall,
): Promise<readonly string[]> {
  const { app, kind } = sender;
  if (!sender.may_write_people) throw new ProblemError("scope_insufficient", NO_PERSON_WRITE);
  const { attributes, rejected } = attributesOf(call.traits);
  if (call.type === "group") {
    if (kind === "page") throw new ProblemError("group_not_proved", GROUP_BY_PAGE);
    const { data: external_id } = externalIdSchema.safeParse(call.groupId);
    if (external_id === undefined) throw new ProblemError("body_invalid", "groupId: Send the group's ID.");
    await writeVerifiedGroup(deps, app, caller, { external_id, attributes, membership: {} });
    return rejected;
  }
  const former = call.type === "alias" ? call.previousId : call.anonymousId;
  const anonymous_id = former === undefined || caller.kind === "anonymous" ? undefined : anonymousIdOf(app, former);
  const context = contextOf(call);
  if (kind === "page" || caller.kind === "anonymous") {
    await identify(deps, app, caller, { attributes, context }, anonymous_id);
    return rejected;
  }
  const entry = { external_id: caller.external_id, attributes };
  const stored = await storeBatch(deps, app, [entry], await findVerified(deps, app), () => []);
  const [refusal] = stored.outcome === "stored" ? stored.answer.refused : [];
  if (refusal !== undefined) throw new ProblemError("body_invalid", refusal.message);
  const past = anonymous_id && (await personByAnonymousId(deps.store.db, app.id, anonymous_id));
  if (past) await identify(deps, app, caller, { attributes: {}, context }, anonymous_id);
  return rejected;
}

function contextOf({ context }: SegmentCall): PersonContext {
  const locale = localeSchema.safeParse(context?.locale).data;
  const time_zone = context?.timezone ?? "";
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(time_zone.length <= limits.time_zone_chars_max && isTimeZone(time_zone) ? { time_zone } : {}),
  };
}

const NO_PERSON_WRITE =
  "The write key's API token requires the scope person.write for identify, group, and alias calls.";
const GROUP_BY_PAGE =
  "Nothing was stored. Group calls require a write key with an API token, because group data decides what members see. Send them from your backend.";
