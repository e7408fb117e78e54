import { parseChannel } from "@fanfare/contract/channel";
import { limits } from "@fanfare/contract/limits";
import { closeCodes, errorCodes, frames } from "@fanfare/contract/pusher";
import { userSignatureText } from "@fanfare/contract/signature";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import { decideEntry, parseMember } from "../../channels/signed-entry.ts";
import { isSignedBy } from "../../signing.ts";
import { Bucket } from "../bucket.ts";
import { decideClientEvent } from "./client-events.ts";
import type { Command } from "./commands.ts";
import { encodeSignedIn } from "./dialect.ts";
import type { OpenSession } from "./open-session.ts";

interface Surroundings {
  readonly app: AppRecord;
  readonly channels: Channels;
  readonly pong: string;
}

type CommandOf<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;

/** Does what a client of an open session asks for, or tells it why not. The connection stays open either way. */
export function obey(open: OpenSession, command: Command, house: Surroundings): void {
  switch (command.kind) {
    case "ping":
      open.socket.send(house.pong);
      return;
    case "pong":
      return;
    case "subscribe":
      subscribe(open, command, house);
      return;
    case "unsubscribe":
      unsubscribe(open, command.channel, house.channels);
      return;
    case "signin":
      signIn(open, command, house.app);
      return;
    case "client_event":
      sayToOthers(open, command, house);
      return;
    case "invalid":
      complain(open, command.message);
      return;
  }
}

function complain(open: OpenSession, message: string): void {
  open.socket.send(frames.error(null, message));
}

function subscribe(open: OpenSession, command: CommandOf<"subscribe">, house: Surroundings): void {
  const channel = parseChannel(command.channel);
  if (channel === undefined) {
    const name = command.channel.slice(0, limits.channel_name_chars_max);
    refuse(
      open,
      name,
      "AuthError",
      400,
      `Invalid channel name: letters, digits and _-=@,.; only, at most ${limits.channel_name_chars_max}.`,
    );
    return;
  }
  const known = open.roomOf(channel.name);
  if (known !== undefined) {
    house.channels.welcome(known, open);
    return;
  }
  if (open.rooms.length >= limits.channels_per_connection_max) {
    const message = `A connection may be on ${limits.channels_per_connection_max} channels. Leave one, or open another connection.`;
    refuse(open, channel.name, "LimitReached", closeCodes.over_capacity.code, message);
    return;
  }
  const decision = decideEntry(house.app, {
    socket_id: open.socket_id,
    channel,
    auth: command.auth,
    channel_data: command.channel_data,
    user: open.user,
  });
  if (decision.outcome === "refused") {
    refuse(open, channel.name, "AuthError", decision.status, decision.message);
    return;
  }
  const result = house.channels.subscribe(house.app.id, channel, open, decision.member);
  if (result.outcome === "full") {
    const message = `This channel has ${limits.presence_members_max} members, which is as many as it may have.`;
    refuse(open, channel.name, "LimitReached", closeCodes.over_capacity.code, message);
    return;
  }
  // The welcome itself can be the frame that a slow reader no longer had room for.
  if (open.left) house.channels.unsubscribe(result.room, open);
  else open.rooms = [...open.rooms, result.room];
}

/** Both forms that clients know: the channel's own event and the connection's error. */
function refuse(
  open: OpenSession,
  channel: string,
  type: "AuthError" | "LimitReached",
  status: number,
  message: string,
): void {
  open.socket.send(frames.subscriptionError(channel, type, message, status));
  complain(open, message);
}

/** Has no answer, as the protocol wants it; a channel that the connection is not on is left in silence. */
function unsubscribe(open: OpenSession, name: string, channels: Channels): void {
  const room = open.roomOf(name);
  if (room === undefined) return;
  open.rooms = open.rooms.filter((other) => other !== room);
  channels.unsubscribe(room, open);
}

function sayToOthers(open: OpenSession, command: CommandOf<"client_event">, house: Surroundings): void {
  const decision = decideClientEvent({
    enabled: house.app.settings.client_events,
    event: command.event,
    data: command.data,
    socket_id: open.socket_id,
    room: open.roomOf(command.channel),
  });
  if (decision.outcome === "refused") {
    complain(open, decision.message);
    return;
  }
  open.client_events ??= new Bucket(limits.client_events_per_second_max, open.heard_ms);
  if (!open.client_events.take(1, open.heard_ms)) {
    const message = `A connection may send ${limits.client_events_per_second_max} client events a second: this one is dropped.`;
    open.socket.send(frames.error(errorCodes.rate_limited, message));
    return;
  }
  const { event, data } = command;
  house.channels.say(decision.room, { kind: "event", event, data, user_id: decision.user_id }, open.socket_id);
}

function signIn(open: OpenSession, command: CommandOf<"signin">, app: AppRecord): void {
  const separator = command.auth.indexOf(":");
  const text = userSignatureText(open.socket_id, command.user_data);
  const by_key = separator > 0 && command.auth.slice(0, separator) === app.key;
  if (!by_key || !isSignedBy(app.secrets, text, command.auth.slice(separator + 1))) {
    complain(open, "Sign-in failed: the signature of user_data does not fit this connection and the app's secret.");
    return;
  }
  const user = parseMember(command.user_data, "id");
  if (user === undefined || parseChannel(`#server-to-user-${user.user_id}`) === undefined) {
    complain(open, "Sign-in failed: user_data must be JSON with an id of letters, digits and _-=@,.; only.");
    return;
  }
  if (open.user !== undefined && open.user.user_id !== user.user_id) {
    complain(open, "Sign-in failed: this connection has signed in as somebody else already. Open another connection.");
    return;
  }
  open.user = user;
  open.socket.send(encodeSignedIn(command.user_data));
}
