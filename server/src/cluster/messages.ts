import type { AppId } from "@fanfare/contract/lib/ids";
import { z } from "zod";
import { asObject } from "../lib/json.ts";

const appId = z.string().transform((id) => id as AppId);
const member = z.tuple([appId, z.string(), z.string(), z.string()]);
const count = z.tuple([appId, z.string(), z.number().int().nonnegative()]);
const user = z.tuple([appId, z.string()]);

/** Subscribers and users of one node. `members`: app, channel, user ID, user info. `counts`: app, channel, subscribers. */
const shareSchema = z.object({ members: z.array(member), counts: z.array(count), users: z.array(user) });
export type NodeShare = z.output<typeof shareSchema>;

/** Connections of one app on one node, by transport, and how many it has opened since it started. */
const connectionsSchema = z.object({ transports: z.record(z.string(), z.number()), opened: z.number() });
export type NodeConnections = z.output<typeof connectionsSchema>;

/** A person's first connection on the node joined a presence channel or, without `user_info`, the last one left. */
const presenceSchema = z.object({
  ...{ app_id: appId, channel: z.string(), user_id: z.string(), user_info: z.string().optional() },
  /** Connection that caused it. */
  socket_id: z.string(),
});
export type PresenceChange = z.output<typeof presenceSchema>;

const eventSchema = z.object({
  channels: z.array(z.string()),
  event: z.string(),
  data: z.string(),
  /** Connection that doesn't get the event. */
  except: z.string().optional(),
  /** Channels that keep it. Decided by the publisher, so that all nodes count the same positions. */
  kept: z.record(z.string(), z.object({ events_max: z.number(), ttl_s: z.number() })).optional(),
});

const commandSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("terminate_user"), app_id: appId, user_id: z.string() }),
  z.object({ do: z.literal("renew_app"), app_id: appId }),
  z.object({ do: z.literal("renew_user"), app_id: appId, user_id: z.string() }),
  z.object({ do: z.literal("refresh_app"), app_id: appId }),
  z.object({ do: z.literal("refresh_webhooks"), app_id: appId.optional(), revived: z.string().optional() }),
  z.object({
    ...{ do: z.literal("signal_groups"), app_id: appId, groups: z.array(z.string()) },
    ...{ event: z.string(), data: z.string() },
  }),
]);
export type NodeCommand = z.output<typeof commandSchema>;

/**
 * Version of the messages that this node writes. A release reads a version before the next one writes it, so servers of
 * two successive releases understand each other.
 */
export const MESSAGE_VERSION = 1;

/** Number that the writing node gave the message, if the node can apply it without the log. */
const posted = { ref: z.number().int().positive().optional() };

/**
 * What nodes write to the log that all of them apply in the same order. Nothing but this schema is read from Redis. What
 * a node doesn't understand comes from a newer node. It's passed over, and clients are told of the gap.
 */
export const clusterMessageSchema = z.discriminatedUnion("kind", [
  /** Events that a backend or Fanfare published, all of one call. */
  z.object({ kind: z.literal("events"), app_id: appId, events: z.array(eventSchema), ...posted }),
  /** Event of a connection to the others on its channel. */
  z.object({
    ...{ kind: z.literal("client_event"), app_id: appId, channel: z.string() },
    ...{ event: z.string(), data: z.string(), from: z.string(), user_id: z.string().optional(), ...posted },
  }),
  /** What changed on the node within a few milliseconds. Counts of 0 are in `emptied`, so that they apply last. */
  z.object({
    kind: z.literal("changes"),
    counts: z.array(count),
    presence: z.array(presenceSchema),
    users: z.array(z.tuple([appId, z.string(), z.boolean()])),
    cache_misses: z.array(user),
    emptied: z.array(user),
    ...posted,
  }),
  /** Everything that the node has, which replaces what others know of it. */
  z.object({ kind: z.literal("share"), share: shareSchema }),
  z.object({ kind: z.literal("connections"), apps: z.record(z.string(), connectionsSchema) }),
  z.object({ kind: z.literal("command"), command: commandSchema, ...posted }),
  /** `node` stopped reporting or left. */
  z.object({ kind: z.literal("gone"), node: z.string() }),
  /** A new node asks `asked` for a snapshot of the state at this entry. */
  z.object({ kind: z.literal("hello"), asked: z.string() }),
]);
export type ClusterMessage = z.output<typeof clusterMessageSchema>;

/** Undefined for what a newer node wrote. */
export function readClusterMessage(value: unknown): ClusterMessage | undefined {
  return isPlainEvents(value) ? value : clusterMessageSchema.safeParse(value).data;
}

/**
 * Events without history, in the form that nodes write: nearly all messages of a busy installation. The same check by
 * the schema takes several times as long.
 */
function isPlainEvents(value: unknown): value is Extract<ClusterMessage, { kind: "events" }> {
  const message = asObject(value);
  if (message === undefined || message["kind"] !== "events" || typeof message["app_id"] !== "string") return false;
  const { events, ref } = message;
  if (ref !== undefined && !(typeof ref === "number" && Number.isSafeInteger(ref) && ref > 0)) return false;
  return Array.isArray(events) && events.every(isPlainEvent);
}

function isPlainEvent(value: unknown): boolean {
  const event = asObject(value);
  if (event === undefined) return false;
  const { channels, except, kept } = event;
  if (typeof event["event"] !== "string" || typeof event["data"] !== "string" || kept !== undefined) return false;
  if (except !== undefined && typeof except !== "string") return false;
  return Array.isArray(channels) && channels.every((name) => typeof name === "string");
}
export type PublishedEvent = z.output<typeof eventSchema>;
/** Message that a node can apply without the log. */
export type PostedMessage = Extract<ClusterMessage, { kind: "events" | "client_event" | "changes" | "command" }>;

const storedEvent = z.object({ offset: z.number(), event: z.string(), data: z.string(), at_ms: z.number() });

/** State of all channels at one entry of the log, for a node that joins. */
export const snapshotSchema = z.object({
  shares: z.record(z.string(), shareSchema),
  connections: z.record(z.string(), z.record(z.string(), connectionsSchema)),
  histories: z.array(z.object({ key: z.string(), epoch: z.string(), last: z.number(), entries: z.array(storedEvent) })),
  cached: z.array(
    z.object({
      ...{ app_id: appId, channel: z.string(), event: z.string(), data: z.string() },
      expires_ms: z.number(),
    }),
  ),
});
export type ClusterSnapshot = z.output<typeof snapshotSchema>;

/** A snapshot in Redis, with the ID of the entry that asked for it: one for an earlier request may come late. */
export const sentSnapshotSchema = z.object({ asked_in: z.string(), state: snapshotSchema });
