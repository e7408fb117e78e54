import { parseChannel } from "@fanfare/contract/channel";
import { errorCodes, frames } from "@fanfare/contract/pusher";
import { userSignatureText } from "@fanfare/contract/signature";
import type { AppRecord } from "../../accounts/app-directory.ts";
import { parseMember } from "../../channels/signed-entry.ts";
import type { Member } from "../../channels/subscriber.ts";
import type { Watcher, Watchlists } from "../../channels/watchlists.ts";
import { isSignedBy } from "../../signing.ts";
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
  const decision = decideSignIn(open, said, app);
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

type SignInDecision =
  | { readonly outcome: "signed_in"; readonly user: Member }
  | { readonly outcome: "refused"; readonly why: string };

function decideSignIn(
  open: OpenSession,
  said: { readonly auth: string; readonly user_data: string },
  app: AppRecord,
): SignInDecision {
  const refuse = (why: string): SignInDecision => ({ outcome: "refused", why });
  const separator = said.auth.indexOf(":");
  const text = userSignatureText(open.socket_id, said.user_data);
  const by_key = separator > 0 && said.auth.slice(0, separator) === app.key;
  if (!by_key || !isSignedBy(app.secrets, text, said.auth.slice(separator + 1))) {
    return refuse("the signature of user_data does not fit this connection and the app's secret.");
  }
  const { user_id_chars_max } = app.settings.limits;
  const user = parseMember(said.user_data, "id");
  if (user === undefined || parseChannel(`#server-to-user-${user.user_id}`) === undefined) {
    return refuse("user_data must be JSON with an id of letters, digits and _-=@,.; only.");
  }
  if (user.user_id.length > user_id_chars_max) {
    return refuse(`the id in user_data may have ${user_id_chars_max} characters (user_id_chars_max).`);
  }
  if (open.user !== undefined && open.user.user_id !== user.user_id) {
    return refuse("this connection has signed in as somebody else already. Open another connection.");
  }
  return { outcome: "signed_in", user };
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

/** Each id once. `user_data` is JSON of an object: it was read before. */
function watchlistOf(user_data: string): readonly string[] {
  // Cast: every field of an object of unknown shape is unknown.
  const { watchlist } = JSON.parse(user_data) as { readonly watchlist?: unknown };
  if (!Array.isArray(watchlist)) return [];
  return [...new Set(watchlist.filter((id): id is string => typeof id === "string"))];
}
