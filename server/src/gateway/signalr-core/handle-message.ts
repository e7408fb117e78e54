import { truncate } from "../../lib/truncate.ts";
import type { Hub } from "../hub/hub.ts";
import type { HubClient } from "../hub/hub-client.ts";
import type { HubFailure, HubResult } from "../hub/hub-result.ts";
import type { Inbound, Outbound } from "./messages.ts";
import type { Resumption } from "./resumption.ts";

/** The only streaming method. */
const LISTEN = "listen";

export interface MessageTarget {
  readonly hub: Hub;
  /** Counts inbound messages. Only for resumable connections. */
  readonly resumption: Resumption | undefined;
  readonly acknowledge: (sequence: number) => void;
  /** Stop functions of this client's streams, by invocation ID. */
  readonly streams: Map<string, () => void>;
  send(message: Outbound): void;
  endWith(error: string | undefined, allow_reconnect: boolean): void;
  closedByClient(): void;
}

/** Handles one client message. `budget`: whether the message is within the rate limit, or why not. */
export function handleMessage(
  connection: MessageTarget,
  client: HubClient,
  message: Inbound,
  budget: HubFailure | "accepted",
): void {
  const { resumption } = connection;
  switch (message.kind) {
    case "invocation":
      if (resumption?.accept() !== false) invokeMethod(connection, client, message, budget);
      return;
    case "cancel":
      if (resumption?.accept() !== false) cancel(connection, message.id);
      return;
    case "unwanted":
      resumption?.accept();
      return;
    case "ping":
    case "unknown":
      return;
    case "ack":
      connection.acknowledge(message.sequence);
      return;
    case "sequence":
      if (resumption?.resumeAt(message.sequence) === false) {
        connection.endWith("The client skipped messages that were never received.", true);
      }
      return;
    case "close":
      connection.closedByClient();
      return;
    case "broken":
      connection.endWith(message.message, false);
      return;
  }
}

type Invocation = Extract<Inbound, { kind: "invocation" }>;

function invokeMethod(
  connection: MessageTarget,
  client: HubClient,
  call: Invocation,
  budget: HubFailure | "accepted",
): void {
  const { id, target, args } = call;
  const refusal = budget === "accepted" ? invocationRefusal(call) : `[${budget.code}] ${budget.message}`;
  if (refusal !== undefined) {
    if (id !== undefined) connection.send({ kind: "failure", id, error: refusal });
  } else if (call.wants_stream && id !== undefined) listen(connection, client, id, args);
  else connection.hub.call(client, target, args, (outcome) => complete(connection, id, outcome));
}

function invocationRefusal(call: Invocation): string | undefined {
  if (call.has_streams) return "[arguments_invalid] No method of this hub accepts streams.";
  const is_stream = call.target.toLowerCase() === LISTEN;
  if (is_stream === call.wants_stream) return undefined;
  const [kind, requested] = is_stream ? ["streaming", "non-streaming"] : ["non-streaming", "streaming"];
  return `[method_unknown] The client attempted to invoke the ${kind} '${truncate(call.target)}' method with a ${requested} invocation.`;
}

function complete(connection: MessageTarget, id: string | undefined, outcome: HubResult): void {
  if (id === undefined) return;
  if (outcome.ok) connection.send({ kind: "completion", id, value: JSON.stringify(outcome.value) });
  // Errors of this protocol are text only, so put the code first.
  else connection.send({ kind: "failure", id, error: `[${outcome.code}] ${outcome.message}` });
}

function listen(connection: MessageTarget, client: HubClient, id: string, args: readonly unknown[]): void {
  if (connection.streams.has(id)) {
    connection.endWith(`The invocation ID ${id} is in use by a stream.`, false);
    return;
  }
  let has_failed = false;
  const stop = connection.hub.listen(client, args, {
    item: (value) => connection.send({ kind: "item", id, value }),
    failed(why) {
      connection.streams.delete(id);
      complete(connection, id, why);
      has_failed = true;
    },
    ended() {
      connection.streams.delete(id);
      connection.send({ kind: "completion", id, value: undefined });
    },
  });
  if (!has_failed) connection.streams.set(id, stop);
}

/** Ends a stream and its call. An unknown stream has already ended. */
function cancel(connection: MessageTarget, id: string): void {
  const stop = connection.streams.get(id);
  if (stop === undefined) return;
  connection.streams.delete(id);
  stop();
  connection.send({ kind: "completion", id, value: undefined });
}
