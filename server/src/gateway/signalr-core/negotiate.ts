import type { Rng } from "@fanfare/contract/lib/rng";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import type { VerifyIdentity } from "../../people/identity/identity.ts";
import { SHUTTING_DOWN } from "../session/admission.ts";
import { admitConnection } from "./admission.ts";
import type { CoreRegistry } from "./registry.ts";
import { corsHeaders, textResponse } from "./responses.ts";

const TRANSPORTS = [
  { transport: "WebSockets", transferFormats: ["Text", "Binary"] },
  { transport: "ServerSentEvents", transferFormats: ["Text"] },
  { transport: "LongPolling", transferFormats: ["Text", "Binary"] },
];

export interface NegotiateDeps {
  readonly apps: AppDirectory;
  readonly rng: Rng;
  readonly verifyIdentity: VerifyIdentity;
  readonly registry: Pick<CoreRegistry, "begin">;
  readonly networkOf: (request: Request) => string;
  readonly isEncrypted: (request: Request) => boolean;
  readonly isDraining: () => boolean;
}

const TICKET_BYTES = 16;

/**
 * Starts a connection (TransportProtocols, "POST negotiate"). Sends refusals as an error with status 200, the format
 * that clients show. A client with an identity token gets a random ticket instead, so that URLs never contain the
 * token: from here on, the connection holds the identity.
 */
export async function negotiate(deps: NegotiateDeps, request: Request, url: URL): Promise<Response> {
  if (deps.isDraining()) return textResponse(request, 503, SHUTTING_DOWN);
  const answer = (body: unknown): Response =>
    Response.json(body, { headers: corsHeaders(request.headers.get("Origin")) });
  const version = url.searchParams.get("negotiateVersion") ?? "0";
  if (!/^\d{1,9}$/.test(version)) {
    return answer({ error: "[arguments_invalid] negotiateVersion must be a whole number." });
  }
  const admission = await admitConnection(deps, request, url);
  if (admission.outcome === "refused") return answer({ error: admission.why });
  const { peer, has_token } = admission;
  const has_id = version === "0";
  const resumable = !has_id && url.searchParams.get("useStatefulReconnect") === "true";
  const begun = deps.registry.begin(peer, { network: deps.networkOf(request), resumable, has_id });
  if (begun === undefined) {
    return answer({ error: `[rate_limited] ${closeCodes.too_many_sessions.text}` });
  }
  const ticket = has_token ? { accessToken: Buffer.from(deps.rng.bytes(TICKET_BYTES)).toString("base64url") } : {};
  return answer(
    has_id
      ? { negotiateVersion: 0, connectionId: peer.socket_id, availableTransports: TRANSPORTS, ...ticket }
      : {
          negotiateVersion: 1,
          connectionId: peer.socket_id,
          connectionToken: begun.token,
          availableTransports: TRANSPORTS,
          ...(resumable ? { useStatefulReconnect: true } : {}),
          ...ticket,
        },
  );
}
