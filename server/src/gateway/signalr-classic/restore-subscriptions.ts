import { channelSignatureText, userSignatureText } from "@fanfare/contract/realtime/signature";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Member } from "../../channels/subscriber.ts";
import { signText } from "../../lib/signing.ts";
import type { Hub } from "../hub/hub.ts";
import type { HubClient } from "../hub/hub-client.ts";
import type { Socket } from "../transport/socket.ts";
import { type ChannelPositions, channelKey, type Positions, welcomePosition } from "./channel-positions.ts";
import { encodeCallback } from "./envelope.ts";
import { clientChannels } from "./groups-token.ts";
import { encodeReset } from "./outbox.ts";
import type { GroupsClaims, TokenChannel } from "./tokens.ts";

const SUBSCRIPTIONS_LOST = {
  code: "subscriptions_lost",
  message: "The connection was lost, and it had too many channels to restore. Subscribe again.",
} as const;

export interface RestoredSession {
  readonly positions: ChannelPositions;
  readonly socket: Pick<Socket, "send">;
}

/**
 * Restores a connection from another server, or from this one before a restart: same person, same channels. Each
 * channel may have had events in between. With a position, the client gets the missed events or a `reset` from there;
 * without one, a `reset`. A channel that it may no longer subscribe to is `unsubscribed`.
 *
 * The groups token proves the earlier subscriptions, so the server signs for the connection in place of the app's
 * backend.
 */
export function restoreSubscriptions(given: {
  readonly hub: Hub;
  readonly client: HubClient;
  readonly app: AppRecord;
  readonly groups: GroupsClaims;
  readonly positions: Positions | undefined;
  readonly session: RestoredSession;
}): void {
  const { hub, client, app, groups, positions, session } = given;
  const send = (text: string): void => session.socket.send(text);
  if (groups.user !== undefined) {
    const userData = personText("id", groups.user);
    const auth = signText(app, userSignatureText(client.socket_id, userData));
    hub.call(client, "Authenticate", [{ auth, userData }], () => {});
  }
  for (const channel of groups.channels) {
    const since = positions?.get(channelKey(channel.name));
    const options = since === undefined ? undefined : { since };
    hub.call(client, "Subscribe", [channel.name, signChannel(app, client.socket_id, channel), options], (outcome) => {
      if (!outcome.ok) {
        send(encodeCallback("unsubscribed", [JSON.stringify(channel.name), JSON.stringify(outcome.code)]));
        return;
      }
      session.positions.addWelcome(outcome.value);
      if (since === undefined) send(encodeReset(channel.name, { to: welcomePosition(outcome.value) }));
    });
  }
  if (!groups.is_complete) send(encodeCallback("serverError", [JSON.stringify(SUBSCRIPTIONS_LOST)]));
}

/**
 * Resets every channel of a client whose position is unknown, because any of them may have had events. The welcome
 * includes the members again.
 */
export function resetAllChannels(
  hub: Hub,
  client: HubClient,
  positions: Positions | undefined,
  socket: Pick<Socket, "send">,
): void {
  for (const { name } of clientChannels(client)) {
    const from = positions?.get(channelKey(name));
    hub.call(client, "Subscribe", [name], (outcome) =>
      socket.send(encodeReset(name, { from, to: outcome.ok ? welcomePosition(outcome.value) : undefined })),
    );
  }
}

function signChannel(app: AppRecord, connection_id: string, { name, member }: TokenChannel): unknown {
  const channelData = member === undefined ? undefined : personText("user_id", member);
  return { auth: signText(app, channelSignatureText(connection_id, name, channelData)), channelData };
}

/** `user_info` is already JSON text. */
function personText(id_field: "id" | "user_id", { user_id, user_info }: Member): string {
  return `{"${id_field}":${JSON.stringify(user_id)},"user_info":${user_info}}`;
}
