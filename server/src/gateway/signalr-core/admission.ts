import { closeCodes } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import { isOriginAllowed } from "../../accounts/origins.ts";
import type { VerifyIdentity } from "../../people/identity.ts";
import { quotable } from "../../quotable.ts";
import { newSocketId } from "../pusher/socket-id.ts";
import type { CoreGuest } from "./connection-deps.ts";

/** Whether a connection may begin. `why` begins with a code, for clients are told errors as text alone. */
export type CoreAdmission =
  | { readonly outcome: "admitted"; readonly guest: CoreGuest; readonly has_token: boolean }
  | { readonly outcome: "refused"; readonly why: string };

const refuse = (why: string): CoreAdmission => ({ outcome: "refused", why });

/** Reads the app, the origin and, where there is one, the identity token of the header or of the address. */
export async function admit(
  deps: {
    readonly apps: AppDirectory;
    readonly rng: Rng;
    readonly verifyIdentity: VerifyIdentity;
    readonly isEncrypted: (request: Request) => boolean;
  },
  request: Request,
  url: URL,
): Promise<CoreAdmission> {
  const key = url.searchParams.get("app");
  if (key === null || key === "") return refuse("[app_key_missing] Name the app: add ?app={key} to the address.");
  const app = deps.apps.byKey(key);
  if (app === undefined) return refuse("[app_not_found] No app has this key. Check it in the console.");
  const origin = request.headers.get("Origin");
  if (origin !== null && !isOriginAllowed(app.allowed_origins, origin)) {
    return refuse(`[origin_refused] Pages of ${quotable(origin)} may not use this app. Add it to its allowed origins.`);
  }
  const encrypted = deps.isEncrypted(request);
  if (app.settings.require_tls && !encrypted) return refuse(`[tls_required] ${closeCodes.tls_required.text}`);
  if (!app.settings.live_updates) return refuse("[app_disabled] Live updates are switched off in the app's settings.");
  const socket_id = newSocketId(deps.rng);
  const token = tokenOf(request, url);
  if (token === undefined)
    return { outcome: "admitted", guest: { socket_id, app, identity: undefined, encrypted }, has_token: false };
  const result = await deps.verifyIdentity(token, app);
  if (!result.ok) return refuse(`[${result.code}] ${result.detail}`);
  return { outcome: "admitted", guest: { socket_id, app, identity: result.identity, encrypted }, has_token: true };
}

function tokenOf(request: Request, url: URL): string | undefined {
  const bearer = /^Bearer +([^\s]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  return bearer ?? url.searchParams.get("access_token") ?? undefined;
}
