import type { Rng } from "@fanfare/contract/lib/rng";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { truncate } from "../../lib/truncate.ts";
import type { VerifyIdentity } from "../../people/identity/identity.ts";
import { type AdmissionRule, admitTo, readAccessToken } from "../session/admission.ts";
import { newSocketId } from "../session/socket-id.ts";
import type { NegotiatedClient } from "./connection-types.ts";

/** Whether to accept a connection. `why` starts with a code, because errors of this protocol are text only. */
export type CoreAdmission =
  | { readonly outcome: "admitted"; readonly peer: NegotiatedClient; readonly has_token: boolean }
  | { readonly outcome: "refused"; readonly why: string };

const refuse = (why: string): CoreAdmission => ({ outcome: "refused", why });

export async function admitConnection(
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
  if (key === null || key === "") return refuse("[app_key_missing] The app is missing. Add ?app={key} to the URL.");
  const from = { origin: request.headers.get("Origin"), encrypted: deps.isEncrypted(request) };
  const admission = admitTo(deps.apps, key, from, ["console_only", "origin_refused", "tls_required", "app_disabled"]);
  if (admission.outcome === "refused") return refuse(refusalText(admission.reason, from.origin));
  const { app } = admission;
  const token = readAccessToken(request, url.searchParams.get("access_token"));
  const peer = { socket_id: newSocketId(deps.rng), app, identity: undefined, encrypted: from.encrypted };
  if (token === undefined) return { outcome: "admitted", peer, has_token: false };
  const result = await deps.verifyIdentity(token, app);
  if (!result.ok) return refuse(`[${result.code}] ${result.detail}`);
  return { outcome: "admitted", peer: { ...peer, identity: result.identity }, has_token: true };
}

type CoreRefusal = "app_unknown" | Exclude<AdmissionRule, "script_refused">;

export function refusalText(reason: CoreRefusal, origin: string | null): string {
  switch (reason) {
    case "app_unknown":
      return "[app_not_found] No app has this key. Find the key in the app's settings.";
    case "console_only":
      return "[app_not_found] This app is the console's own. Connect to one of your apps.";
    case "origin_refused":
      return `[origin_refused] The origin ${truncate(origin ?? "")} isn't allowed. Add it to the app's allowed origins.`;
    case "tls_required":
      return `[tls_required] ${closeCodes.tls_required.text}`;
    case "app_disabled":
      return "[app_disabled] Realtime is turned off. Turn it on in the app's settings.";
  }
}
