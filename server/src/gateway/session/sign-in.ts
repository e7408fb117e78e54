import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Member } from "../../channels/subscriber.ts";
import { authorizeUser, parseWatchlist } from "../../channels/user-auth.ts";
import type { Presences, Watcher, Watchlists } from "../../channels/watchlists.ts";
import type { Identity } from "../../people/identity/identity.ts";
import type { Connection } from "./connection.ts";

interface SignInContext {
  readonly app: AppRecord;
  readonly watchlists: Watchlists;
}

export interface SignedUser {
  readonly auth: string;
  readonly user_data: string;
}

export interface SignInReply {
  /** Called before others are notified of the sign-in. */
  readonly onSignedIn?: () => void;
  readonly watcher: Watcher;
}

/** `why` is appended after a colon. `watchlist` is undefined in apps without watchlists. */
export type SignInResult =
  | { readonly outcome: "refused"; readonly why: string }
  | { readonly outcome: "signed_in"; readonly user: Member; readonly watchlist: WatchlistState | undefined };

export interface WatchlistState {
  readonly presences: Presences;
  readonly is_truncated: boolean;
  /** Contains more than user IDs, which is ignored. */
  readonly is_malformed: boolean;
}

/** A proof can't change a connection's user. Only a sign-out can. */
function isAnotherUser({ user }: Pick<Connection, "user">, user_id: string): boolean {
  return user !== undefined && user.user_id !== user_id;
}

/** Applies a verified identity token. Returns false if the connection is authenticated as another user. */
export function applyIdentity(
  connection: Connection,
  { kind, channel_id }: Identity,
  { app, watchlists }: SignInContext,
): boolean {
  if (isAnotherUser(connection, channel_id)) return false;
  connection.authorize_by_ms = undefined;
  if (kind === "anonymous" || connection.user !== undefined) return true;
  connection.user = { user_id: channel_id, user_info: "{}" };
  watchlists.arrive(app.id, channel_id);
  return true;
}

/**
 * Signs a connection in with signed user data (Pusher protocol, "User authentication") and watches the people on its
 * watchlist. A failure doesn't change the connection.
 */
export function signIn(
  connection: Connection,
  signed: SignedUser,
  context: SignInContext,
  reply: SignInReply,
): SignInResult {
  const { app, watchlists } = context;
  const { socket_id } = connection;
  const decision = authorizeUser(app, { socket_id, ...signed }, app.settings.limits);
  if (decision.outcome === "refused") return decision;
  const { user } = decision;
  if (isAnotherUser(connection, user.user_id)) {
    return {
      outcome: "refused",
      why: "this connection is already signed in as another user. Open another connection.",
    };
  }
  const was_signed_in = connection.user !== undefined;
  connection.user = user;
  connection.authorize_by_ms = undefined;
  reply.onSignedIn?.();
  // Sending can close a connection that doesn't read.
  if (connection.left) return { outcome: "signed_in", user, watchlist: undefined };
  if (!was_signed_in) watchlists.arrive(app.id, user.user_id);
  if (!app.settings.watchlist) return { outcome: "signed_in", user, watchlist: undefined };
  return { outcome: "signed_in", user, watchlist: watch(connection, signed.user_data, context, reply.watcher) };
}

/** Replaces the previous sign-in's watchlist. */
function watch(
  connection: Connection,
  user_data: string,
  { app, watchlists }: SignInContext,
  watcher: Watcher,
): WatchlistState {
  const { watchlist_users_max } = app.settings.limits;
  const { named, is_malformed } = parseWatchlist(user_data);
  const user_ids = named.slice(0, watchlist_users_max);
  unwatch(connection, watchlists);
  connection.watching = { user_ids, watcher };
  return {
    presences: watchlists.watch(app.id, user_ids, watcher),
    is_truncated: named.length > watchlist_users_max,
    is_malformed,
  };
}

function unwatch(connection: Connection, watchlists: Watchlists): void {
  const { watching } = connection;
  connection.watching = undefined;
  if (watching !== undefined) watchlists.unwatch(connection.app_id, watching.user_ids, watching.watcher);
}

/** Removes the user from a connection. The caller unsubscribes its channels. */
export function signOut(connection: Connection, watchlists: Watchlists): void {
  const { user } = connection;
  unwatch(connection, watchlists);
  connection.user = undefined;
  if (user !== undefined) watchlists.leave(connection.app_id, user.user_id);
}
