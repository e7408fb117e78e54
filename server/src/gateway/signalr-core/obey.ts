import { quotable } from "../../quotable.ts";
import type { HubClient } from "../hub/client.ts";
import type { HubFailure, HubOutcome } from "../hub/outcome.ts";
import type { CoreConnection } from "./connection.ts";
import type { Inbound } from "./messages.ts";

/** The one method that is a stream. */
const LISTEN = "listen";

/** Does what one message of a client asks for. `affords`: whether the client may say so much now, or why not. */
export function obey(
  connection: CoreConnection,
  client: HubClient,
  message: Inbound,
  affords: HubFailure | "yes",
): void {
  const { resumption } = connection;
  switch (message.kind) {
    case "invocation":
      if (resumption?.hears() !== false) invoke(connection, client, message, affords);
      return;
    case "cancel":
      if (resumption?.hears() !== false) cancel(connection, message.id);
      return;
    case "unwanted":
      resumption?.hears();
      return;
    case "ping":
    case "unknown":
      return;
    case "ack":
      connection.acknowledged(message.sequence);
      return;
    case "sequence":
      if (resumption?.goOn(message.sequence) === false) {
        connection.endWith("The client left out messages that were never received.", true);
      }
      return;
    case "close":
      connection.bye();
      return;
    case "broken":
      connection.endWith(message.message, false);
      return;
  }
}

type Invocation = Extract<Inbound, { kind: "invocation" }>;

function invoke(connection: CoreConnection, client: HubClient, call: Invocation, affords: HubFailure | "yes"): void {
  const { id, target, args } = call;
  const refusal = affords === "yes" ? refusalOf(call) : `[${affords.code}] ${affords.message}`;
  if (refusal !== undefined) {
    if (id !== undefined) connection.send({ kind: "failure", id, error: refusal });
  } else if (call.wants_stream && id !== undefined) listen(connection, client, id, args);
  else connection.hub.call(client, target, args, (outcome) => complete(connection, id, outcome));
}

function refusalOf(call: Invocation): string | undefined {
  if (call.has_streams) return "[arguments_invalid] No method of this hub takes a stream.";
  const is_stream = call.target.toLowerCase() === LISTEN;
  if (is_stream === call.wants_stream) return undefined;
  const [kind, asked] = is_stream ? ["streaming", "non-streaming"] : ["non-streaming", "streaming"];
  return `[method_unknown] The client attempted to invoke the ${kind} '${quotable(call.target)}' method with a ${asked} invocation.`;
}

function complete(connection: CoreConnection, id: string | undefined, outcome: HubOutcome): void {
  if (id === undefined) return;
  if (outcome.ok) connection.send({ kind: "completion", id, value: JSON.stringify(outcome.value) });
  // Clients of this protocol are told errors as text alone, so the code goes in front.
  else connection.send({ kind: "failure", id, error: `[${outcome.code}] ${outcome.message}` });
}

function listen(connection: CoreConnection, client: HubClient, id: string, args: readonly unknown[]): void {
  if (connection.streams.has(id)) {
    connection.endWith(`The invocation id ${id} is in use by a stream.`, false);
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

/** The stream ends, and so does the client's call: one that is unknown has ended already. */
function cancel(connection: CoreConnection, id: string): void {
  const stop = connection.streams.get(id);
  if (stop === undefined) return;
  connection.streams.delete(id);
  stop();
  connection.send({ kind: "completion", id, value: undefined });
}
