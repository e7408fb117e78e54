import { decideSignIn, watchlistOf } from "../../channels/signed-user.ts";
import type { Watcher } from "../../channels/watchlists.ts";
import type { Identity } from "../../people/identity.ts";
import { fieldsOf } from "./arguments.ts";
import type { HubClient } from "./client.ts";
import { failure, type HubFailure, type HubOutcome, success } from "./outcome.ts";
import type { HubSurroundings } from "./surroundings.ts";

type SignInHouse = Pick<HubSurroundings, "app" | "watchlists">;

/**
 * Signs a connection in: by an identity token of Fanfare, or by user data that the app's back end has signed for the
 * connection id. A token may be replaced by a newer one of the same person at any time.
 */
export function authenticate(
  client: HubClient,
  [given]: readonly unknown[],
  house: HubSurroundings,
): HubOutcome | Promise<HubOutcome> {
  if (typeof given === "string") return authenticateByToken(client, given, house);
  const { auth, userData, user_data = userData } = fieldsOf(given);
  if (typeof auth === "string" && typeof user_data === "string") {
    return authenticateBySignature(client, auth, user_data, house);
  }
  return failure(
    "arguments_invalid",
    "Pass an identity token, or what your back end answered when it authenticated the user: auth and userData.",
  );
}

async function authenticateByToken(client: HubClient, token: string, house: HubSurroundings): Promise<HubOutcome> {
  const result = await house.verifyIdentity(token, house.app);
  if (!result.ok) return failure(result.code, result.detail);
  if (client.left) return success(null);
  return adopt(client, result.identity, house) ?? success({ userId: result.identity.channel_id });
}

/** Takes over for whom a verified token speaks. */
export function adopt(client: HubClient, identity: Identity, { app, watchlists }: SignInHouse): HubFailure | undefined {
  const { channel_id } = identity;
  if (client.user !== undefined && client.user.user_id !== channel_id) return somebodyElse();
  client.identity = identity;
  client.authorize_by_ms = undefined;
  if (identity.kind === "anonymous" || client.user !== undefined) return undefined;
  client.user = { user_id: channel_id, user_info: "{}" };
  watchlists.arrive(app.id, channel_id);
  return undefined;
}

function somebodyElse(): HubFailure {
  return failure(
    "sign_in_refused",
    "This connection has signed in as somebody else already. Sign out first, or open another connection.",
  );
}

function authenticateBySignature(
  client: HubClient,
  auth: string,
  user_data: string,
  { app, watchlists }: HubSurroundings,
): HubOutcome {
  const { socket_id, user } = client;
  const decision = decideSignIn(app, { socket_id, user, auth, user_data }, app.settings.limits);
  if (decision.outcome === "refused") return failure("sign_in_refused", `Sign-in failed: ${decision.why}`);
  if (client.user === undefined) watchlists.arrive(app.id, decision.user.user_id);
  client.user = decision.user;
  client.authorize_by_ms = undefined;
  const userId = decision.user.user_id;
  if (!app.settings.watchlist) return success({ userId });
  unwatch(client, watchlists);
  const user_ids = watchlistOf(user_data).slice(0, app.settings.limits.watchlist_users_max);
  const watcher: Watcher = ({ name, user_id }) =>
    client.transport.call({ name: "watchlist", args: [JSON.stringify([{ name, userIds: [user_id] }])] });
  client.watching = { user_ids, watcher };
  return success({ userId, watchlist: watchlists.watch(app.id, user_ids, watcher) });
}

/** The connection is nobody's any more; its channels are left by the caller. */
export function forgetUser(client: HubClient, watchlists: SignInHouse["watchlists"]): void {
  unwatch(client, watchlists);
  if (client.user !== undefined) watchlists.leave(client.app_id, client.user.user_id);
  client.user = undefined;
  client.identity = undefined;
}

function unwatch(client: HubClient, watchlists: SignInHouse["watchlists"]): void {
  if (client.watching !== undefined) {
    watchlists.unwatch(client.app_id, client.watching.user_ids, client.watching.watcher);
  }
  client.watching = undefined;
}
