import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { closeCodes, errorCodes, frames } from "@fanfare/contract/realtime/pusher";
import type { Watcher } from "../../channels/watchlists.ts";
import { relayClientEvent } from "../session/client-events.ts";
import type { SessionContext } from "../session/connection.ts";
import {
  authorizeEntry,
  type EntryDenial,
  type EntryGrant,
  enterChannel,
  leaveChannel,
  parseChannelName,
} from "../session/entry.ts";
import { type SignedUser, signIn } from "../session/sign-in.ts";
import { encodeSignedIn, encodeWatchlist } from "./encode-frame.ts";
import type { OpenSession } from "./open-session.ts";
import type { Command } from "./parse-command.ts";

interface CommandContext extends SessionContext {
  readonly pong: string;
}

type CommandByKind<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;

/** Handles one client command. Sends an error if it fails and keeps the connection open. */
export function handleCommand(open: OpenSession, command: Command, context: CommandContext): void {
  switch (command.kind) {
    case "ping":
      open.socket.send(context.pong);
      return;
    case "pong":
      return;
    case "subscribe":
      subscribe(open, command, context);
      return;
    case "unsubscribe": {
      // The protocol has no response, even for channels without a subscription.
      const occupied = open.findChannel(command.channel);
      if (occupied !== undefined) leaveChannel(open, occupied, context.channels);
      return;
    }
    case "signin":
      handleSignIn(open, command, context);
      return;
    case "client_event": {
      const result = relayClientEvent(open, command, context);
      if (result.outcome === "refused") sendError(open, result.message);
      else if (result.outcome === "rate_limited") sendError(open, result.message, errorCodes.rate_limited);
      return;
    }
    case "invalid":
      if (command.channel === undefined) sendError(open, command.message);
      else rejectSubscription(open, command.channel, "AuthError", 400, command.message);
      return;
  }
}

function sendError(open: OpenSession, message: string, code: number | null = null): void {
  open.socket.send(frames.error(code, message));
}

function subscribe(open: OpenSession, command: CommandByKind<"subscribe">, context: CommandContext): void {
  const { app, pong } = context;
  const { channel_name_chars_max } = app.settings.limits;
  const channel = parseChannelName(command.channel, app.settings.limits);
  if (channel === undefined) {
    const message = `Invalid channel name: use up to ${channel_name_chars_max} letters, digits, and _-=@,.; characters (channel_name_chars_max).`;
    // With the complete name, so that the client finds its channel.
    rejectSubscription(open, command.channel, "AuthError", 400, message);
    return;
  }
  const authorize = (): EntryGrant | EntryDenial => {
    const { socket_id, user } = open;
    const decision = authorizeEntry({ app, channel, socket_id, user, identity: undefined, proof: command });
    return decision.outcome === "granted" ? { ...decision, since: command.position } : decision;
  };
  const result = enterChannel(open, channel, open, context, authorize);
  switch (result.outcome) {
    case "entered":
      // A version published after the handshake was sent only to the subscribers at that time.
      if (channel.name === EVERYONE_CHANNEL) open.socket.send(pong);
      return;
    case "welcomed":
      return;
    case "denied":
      rejectSubscription(open, channel.name, "AuthError", result.status, result.message);
      return;
    case "too_many":
    case "full":
      rejectSubscription(open, channel.name, "LimitReached", closeCodes.over_capacity.code, result.message);
      return;
  }
}

/** Sends both error formats that clients support: the channel's own event and the connection's error. */
function rejectSubscription(
  open: OpenSession,
  channel: string,
  type: "AuthError" | "LimitReached",
  status: number,
  message: string,
): void {
  open.socket.send(frames.subscriptionError(channel, type, message, status));
  sendError(open, message);
}

function handleSignIn(open: OpenSession, signed: SignedUser, context: CommandContext): void {
  const onSignedIn = (): void => open.socket.send(encodeSignedIn(signed.user_data));
  const watcher: Watcher = ({ name, user_id }) =>
    open.socket.send(encodeWatchlist({ online: [], offline: [], [name]: [user_id] }));
  const result = signIn(open, signed, context, { onSignedIn, watcher });
  if (result.outcome === "refused") {
    sendError(open, `Sign-in failed: ${result.why}`);
    return;
  }
  const { watchlist } = result;
  if (watchlist === undefined) return;
  if (watchlist.is_malformed) {
    sendError(open, "The watchlist in user_data must be a list of user IDs as strings. Other values are ignored.");
  }
  if (watchlist.is_truncated) {
    const { watchlist_users_max } = context.app.settings.limits;
    const message = `A watchlist can have at most ${watchlist_users_max} people (watchlist_users_max). Only the first ${watchlist_users_max} are watched.`;
    sendError(open, message, errorCodes.watchlist_full);
  }
  const { online, offline } = watchlist.presences;
  if (online.length + offline.length > 0) open.socket.send(encodeWatchlist(watchlist.presences));
}
