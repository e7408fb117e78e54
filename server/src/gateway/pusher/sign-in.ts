import { errorCodes, frames } from "@fanfare/contract/pusher";
import type { AppRecord } from "../../accounts/app-directory.ts";
import { decideSignIn, watchlistOf } from "../../channels/signed-user.ts";
import type { Watcher, Watchlists } from "../../channels/watchlists.ts";
import { encodeSignedIn, encodeWatchlist } from "./dialect.ts";
import type { OpenSession } from "./open-session.ts";

interface SignInHouse {
  readonly app: AppRecord;
  readonly watchlists: Watchlists;
}

/**
 * Signs a connection in as the person whom the app's back end signed (Pusher protocol, "User authentication"), and tells it
 * how it stands with the people on its watchlist. A failure is told and leaves the connection as it was.
 */
export function signIn(
  open: OpenSession,
  said: { readonly auth: string; readonly user_data: string },
  { app, watchlists }: SignInHouse,
): void {
  const { socket_id, user } = open;
  const decision = decideSignIn(app, { socket_id, user, ...said }, app.settings.limits);
  if (decision.outcome === "refused") {
    open.socket.send(frames.error(null, `Sign-in failed: ${decision.why}`));
    return;
  }
  const is_new = open.user === undefined;
  open.user = decision.user;
  open.authorize_by_ms = undefined;
  open.socket.send(encodeSignedIn(said.user_data));
  // What was sent may have closed a connection that does not read.
  if (open.left) return;
  if (is_new) watchlists.arrive(app.id, decision.user.user_id);
  if (app.settings.watchlist) watch(open, said.user_data, { app, watchlists });
}

/** A later sign-in replaces the watchlist of the one before. */
function watch(open: OpenSession, user_data: string, { app, watchlists }: SignInHouse): void {
  const { watchlist_users_max } = app.settings.limits;
  const named = watchlistOf(user_data);
  if (named.length > watchlist_users_max) {
    const message = `A watchlist may have ${watchlist_users_max} people (watchlist_users_max): the first ${watchlist_users_max} are watched.`;
    open.socket.send(frames.error(errorCodes.watchlist_full, message));
  }
  const user_ids = named.slice(0, watchlist_users_max);
  const { watching } = open;
  if (watching !== undefined) watchlists.unwatch(app.id, watching.user_ids, watching.watcher);
  const watcher: Watcher = ({ name, user_id }) =>
    open.socket.send(encodeWatchlist({ online: [], offline: [], [name]: [user_id] }));
  open.watching = user_ids.length === 0 ? undefined : { user_ids, watcher };
  if (open.watching !== undefined) open.socket.send(encodeWatchlist(watchlists.watch(app.id, user_ids, watcher)));
}
