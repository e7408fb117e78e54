import type { Watcher, Watchlists } from "../../channels/watchlists.ts";
import type { Identity } from "../../people/identity/identity.ts";
import { applyIdentity, signIn, signOut } from "../session/sign-in.ts";
import { readFields } from "./arguments.ts";
import type { HubClient, HubContext } from "./hub-client.ts";
import { failure, type HubResult, success } from "./hub-result.ts";

/**
 * Authenticates a connection with an identity token, or with user data that the app's backend signed for the connection
 * ID. A token can be replaced by a newer one of the same person at any time.
 */
export function authenticate(
  client: HubClient,
  [given]: readonly unknown[],
  context: HubContext,
): HubResult | Promise<HubResult> {
  if (typeof given === "string") return authenticateByToken(client, given, context);
  const { auth, userData, user_data = userData } = readFields(given);
  if (typeof auth === "string" && typeof user_data === "string") {
    return authenticateBySignature(client, auth, user_data, context);
  }
  return failure(
    "arguments_invalid",
    "Pass an identity token, or your backend's user authentication response: auth and userData.",
  );
}

async function authenticateByToken(client: HubClient, token: string, context: HubContext): Promise<HubResult> {
  const result = await context.verifyIdentity(token, context.app);
  if (!result.ok) return failure(result.code, result.detail);
  if (client.left) return success(null);
  if (!identifyClient(client, result.identity, context)) {
    return failure(
      "sign_in_refused",
      "This connection is already signed in as another user. Sign out first, or open another connection.",
    );
  }
  return success({ userId: result.identity.channel_id });
}

/** Applies a verified identity token. Returns false if the connection is authenticated as another user. */
export function identifyClient(
  client: HubClient,
  identity: Identity,
  context: Pick<HubContext, "app" | "watchlists">,
): boolean {
  if (!applyIdentity(client, identity, context)) return false;
  client.identity = identity;
  return true;
}

function authenticateBySignature(client: HubClient, auth: string, user_data: string, context: HubContext): HubResult {
  const watcher: Watcher = ({ name, user_id }) =>
    client.link.call({ name: "watchlist", args: [JSON.stringify([{ name, userIds: [user_id] }])] });
  const result = signIn(client, { auth, user_data }, context, { watcher });
  if (result.outcome === "refused") return failure("sign_in_refused", `Sign-in failed: ${result.why}`);
  const userId = result.user.user_id;
  const { watchlist } = result;
  return success(watchlist === undefined ? { userId } : { userId, watchlist: watchlist.presences });
}

/** Removes the user and the identity from a connection. The caller unsubscribes its channels. */
export function signOutClient(client: HubClient, watchlists: Watchlists): void {
  signOut(client, watchlists);
  client.identity = undefined;
}
