import { channelSignatureText, userSignatureText } from "@fanfare/contract/signature";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Member } from "../../channels/subscriber.ts";
import { signAs } from "../../signing.ts";
import type { HubClient } from "../hub/client.ts";
import type { Hub } from "../hub/hub.ts";
import { encodeCallback } from "./envelope.ts";
import { resetOf } from "./outbox.ts";
import type { GroupsClaims, HeldChannel } from "./tokens.ts";

const LEFT_OUT = {
  code: "subscriptions_lost",
  message:
    "This server did not know the connection, and its channels were too many to be brought along. Subscribe again.",
} as const;

/**
 * Brings a connection back to where another server, or this one before it was started again, had it: signed in as the same
 * person, on the same channels. Each of them may have said something in between, so each gets a `reset`; a channel that is
 * closed to it now gets `unsubscribed`.
 *
 * The groups token says that the connection was let in, so the server signs for it what the app's back end has signed before.
 */
export function restore(given: {
  readonly hub: Hub;
  readonly client: HubClient;
  readonly app: AppRecord;
  readonly held: GroupsClaims;
  send(text: string): void;
}): void {
  const { hub, client, app, held, send } = given;
  if (held.user !== undefined) {
    const userData = personText("id", held.user);
    const auth = signAs(app, userSignatureText(client.socket_id, userData));
    hub.call(client, "Authenticate", [{ auth, userData }], () => {});
  }
  for (const channel of held.channels) {
    hub.call(client, "Subscribe", [channel.name, authOf(app, client.socket_id, channel)], (outcome) => {
      if (outcome.ok) send(resetOf(channel.name));
      else send(encodeCallback("unsubscribed", [JSON.stringify(channel.name), JSON.stringify(outcome.code)]));
    });
  }
  if (!held.is_complete) send(encodeCallback("serverError", [JSON.stringify(LEFT_OUT)]));
}

function authOf(app: AppRecord, connection_id: string, { name, member }: HeldChannel): unknown {
  const channelData = member === undefined ? undefined : personText("user_id", member);
  return { auth: signAs(app, channelSignatureText(connection_id, name, channelData)), channelData };
}

/** `user_info` is JSON text already. */
function personText(id_field: "id" | "user_id", { user_id, user_info }: Member): string {
  return `{"${id_field}":${JSON.stringify(user_id)},"user_info":${user_info}}`;
}
