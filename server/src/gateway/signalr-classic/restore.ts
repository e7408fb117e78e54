import { channelSignatureText, userSignatureText } from "@fanfare/contract/signature";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Member } from "../../channels/subscriber.ts";
import { signAs } from "../../signing.ts";
import type { HubClient } from "../hub/client.ts";
import type { Hub } from "../hub/hub.ts";
import { encodeCallback } from "./envelope.ts";
import { channelsOf } from "./held-groups.ts";
import { resetOf } from "./outbox.ts";
import { channelKey, type Positions, positionIn } from "./seen.ts";
import type { ClassicSession } from "./session.ts";
import type { GroupsClaims, HeldChannel } from "./tokens.ts";

const LEFT_OUT = {
  code: "subscriptions_lost",
  message:
    "This server did not know the connection, and its channels were too many to be brought along. Subscribe again.",
} as const;

/**
 * Brings a connection back to where another server, or this one before it was started again, had it: signed in as the same
 * person, on the same channels. Each of them may have said something in between. Where the client brings along up to where it has
 * heard a channel, it gets what followed, or a `reset` from there; every other one gets a `reset`. A channel that is closed to it
 * now gets `unsubscribed`.
 *
 * The groups token says that the connection was let in, so the server signs for it what the app's back end has signed before.
 */
export function restore(given: {
  readonly hub: Hub;
  readonly client: HubClient;
  readonly app: AppRecord;
  readonly held: GroupsClaims;
  /** Up to where the client has heard its channels. */
  readonly heard: Positions | undefined;
  readonly session: Pick<ClassicSession, "seen" | "socket">;
}): void {
  const { hub, client, app, held, heard, session } = given;
  const send = (text: string): void => session.socket.send(text);
  if (held.user !== undefined) {
    const userData = personText("id", held.user);
    const auth = signAs(app, userSignatureText(client.socket_id, userData));
    hub.call(client, "Authenticate", [{ auth, userData }], () => {});
  }
  for (const channel of held.channels) {
    const since = heard?.get(channelKey(channel.name));
    const options = since === undefined ? undefined : { since };
    hub.call(client, "Subscribe", [channel.name, authOf(app, client.socket_id, channel), options], (outcome) => {
      if (!outcome.ok) {
        send(encodeCallback("unsubscribed", [JSON.stringify(channel.name), JSON.stringify(outcome.code)]));
        return;
      }
      session.seen.welcomed(outcome.value);
      if (since === undefined) send(resetOf(channel.name, { to: positionIn(outcome.value) }));
    });
  }
  if (!held.is_complete) send(encodeCallback("serverError", [JSON.stringify(LEFT_OUT)]));
}

/**
 * A client of which it is not known where it stopped: any of its channels may have said something since. Who is on a channel is
 * told again where it is.
 */
export function resetAll(
  hub: Hub,
  client: HubClient,
  heard: Positions | undefined,
  socket: Pick<ClassicSession["socket"], "send">,
): void {
  for (const { name } of channelsOf(client)) {
    const from = heard?.get(channelKey(name));
    hub.call(client, "Subscribe", [name], (outcome) =>
      socket.send(resetOf(name, { from, to: outcome.ok ? positionIn(outcome.value) : undefined })),
    );
  }
}

function authOf(app: AppRecord, connection_id: string, { name, member }: HeldChannel): unknown {
  const channelData = member === undefined ? undefined : personText("user_id", member);
  return { auth: signAs(app, channelSignatureText(connection_id, name, channelData)), channelData };
}

/** `user_info` is JSON text already. */
function personText(id_field: "id" | "user_id", { user_id, user_info }: Member): string {
  return `{"${id_field}":${JSON.stringify(user_id)},"user_info":${user_info}}`;
}
