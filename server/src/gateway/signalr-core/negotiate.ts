import { closeCodes } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import type { VerifyIdentity } from "../../people/identity.ts";
import { admit } from "./admission.ts";
import { corsHeaders, say } from "./answers.ts";
import type { CoreRegistry } from "./registry.ts";

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
 * Begins a connection (TransportProtocols, "POST negotiate"). A refusal is an error in an answer of 200: that is the form
 * in which the client shows it. Whoever came with a token is given a ticket in its place, so that the token stands in no
 * address: the connection knows from here on for whom it speaks, and the ticket says nothing to anybody else.
 */
export async function negotiate(deps: NegotiateDeps, request: Request, url: URL): Promise<Response> {
  if (deps.isDraining()) return say(request, 503, "The server is stopping. Reconnect in a moment.");
  const answer = (body: unknown): Response =>
    Response.json(body, { headers: corsHeaders(request.headers.get("Origin")) });
  const version = url.searchParams.get("negotiateVersion") ?? "0";
  if (!/^\d{1,9}$/.test(version)) {
    return answer({ error: "[arguments_invalid] negotiateVersion must be a whole number." });
  }
  const admission = await admit(deps, request, url);
  if (admission.outcome === "refused") return answer({ error: admission.why });
  const { guest, has_token } = admission;
  const has_id = version === "0";
  const resumable = !has_id && url.searchParams.get("useStatefulReconnect") === "true";
  const caller = `${guest.app.id} ${deps.networkOf(request)}`;
  const begun = deps.registry.begin(guest, { caller, resumable, has_id });
  if (begun === undefined) {
    return answer({ error: `[rate_limited] ${closeCodes.too_many_sessions.text}` });
  }
  const ticket = has_token ? { accessToken: Buffer.from(deps.rng.bytes(TICKET_BYTES)).toString("base64url") } : {};
  return answer(
    has_id
      ? { negotiateVersion: 0, connectionId: guest.socket_id, availableTransports: TRANSPORTS, ...ticket }
      : {
          negotiateVersion: 1,
          connectionId: guest.socket_id,
          connectionToken: begun.token,
          availableTransports: TRANSPORTS,
          ...(resumable ? { useStatefulReconnect: true } : {}),
          ...ticket,
        },
  );
}
