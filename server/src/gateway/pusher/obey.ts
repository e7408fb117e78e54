import { EVERYONE_CHANNEL, needsAuthorization, parseChannel } from "@fanfare/contract/channel";
import { closeCodes, errorCodes, frames } from "@fanfare/contract/pusher";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import { decideEntry } from "../../channels/signed-entry.ts";
import type { Watchlists } from "../../channels/watchlists.ts";
import { Bucket } from "../bucket.ts";
import { decideClientEvent } from "./client-events.ts";
import type { Command } from "./commands.ts";
import type { OpenSession } from "./open-session.ts";
import { signIn } from "./sign-in.ts";

interface Surroundings {
  readonly app: AppRecord;
  readonly channels: Channels;
  readonly watchlists: Watchlists;
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
      signIn(open, command, house);
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
  const allowed = house.app.settings.limits;
  const channel = parseChannel(command.channel);
  if (channel === undefined || channel.name.length > allowed.channel_name_chars_max) {
    const message = `Invalid channel name: letters, digits and _-=@,.; only, at most ${allowed.channel_name_chars_max} (channel_name_chars_max).`;
    refuse(open, command.channel.slice(0, allowed.channel_name_chars_max), "AuthError", 400, message);
    return;
  }
  const known = open.roomOf(channel.name);
  if (known !== undefined) {
    house.channels.welcome(known, open);
    return;
  }
  if (open.rooms.length >= allowed.channels_per_connection_max) {
    const message = `A connection may be on ${allowed.channels_per_connection_max} channels (channels_per_connection_max). Leave one, or open another connection.`;
    refuse(open, channel.name, "LimitReached", closeCodes.over_capacity.code, message);
    return;
  }
  const decision = decideEntry(house.app, allowed, {
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
  const result = house.channels.subscribe(house.app.id, channel, open, decision.member, command.position);
  if (result.outcome === "full") {
    const message = `This channel has ${allowed.presence_members_max} members, which is as many as it may have (presence_members_max).`;
    refuse(open, channel.name, "LimitReached", closeCodes.over_capacity.code, message);
    return;
  }
  // What was published after the handshake and before this moment was told to those who were here already.
  if (channel.name === EVERYONE_CHANNEL) open.socket.send(house.pong);
  // The welcome itself can be the frame that a slow reader no longer had room for.
  if (open.left) house.channels.unsubscribe(result.room, open);
  else open.rooms = [...open.rooms, result.room];
  if (needsAuthorization(channel.kind)) open.authorize_by_ms = undefined;
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
  const allowed = house.app.settings.limits;
  const decision = decideClientEvent({
    enabled: house.app.settings.client_events,
    event: command.event,
    data: command.data,
    socket_id: open.socket_id,
    room: open.roomOf(command.channel),
    limits: allowed,
  });
  if (decision.outcome === "refused") {
    complain(open, decision.message);
    return;
  }
  open.client_events ??= new Bucket(allowed.client_events_per_second_max, open.heard_ms);
  if (!open.client_events.take(1, open.heard_ms)) {
    const message = `A connection may send ${allowed.client_events_per_second_max} client events a second (client_events_per_second_max): this one is dropped.`;
    open.socket.send(frames.error(errorCodes.rate_limited, message));
    return;
  }
  const { event, data } = command;
  house.channels.say(decision.room, { kind: "event", event, data, user_id: decision.user_id }, open.socket_id);
}
