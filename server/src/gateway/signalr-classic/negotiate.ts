import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Identity, VerifyIdentity } from "../../people/identity/identity.ts";
import { admitTo, type RequestOrigin } from "../session/admission.ts";
import { newSocketId } from "../session/socket-id.ts";
import { CLIENT_PROTOCOLS, type ClientProtocol, negotiateProtocol, understandsErrors } from "./client-protocol.ts";
import { REQUEST_RULES, refusalText } from "./page-origin.ts";
import type { ClassicFields } from "./request-path.ts";
import type { ClassicResponses } from "./responses.ts";
import type { ClassicTokens } from "./tokens.ts";

export interface NegotiateDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly apps: Pick<AppDirectory, "byKey">;
  readonly verifyIdentity: VerifyIdentity;
  readonly tokens: Pick<ClassicTokens, "signConnection">;
}

export interface Negotiation {
  readonly fields: ClassicFields;
  readonly from: RequestOrigin;
  readonly answers: ClassicResponses;
  /** Identity token from the header or the URL. */
  readonly access_token: string | undefined;
  /** Path of the other requests. */
  readonly url: string;
}

/**
 * Handles the first request of a connection. Creates an ID and a token and stores nothing, so any server can handle the
 * next request. Pages get errors from `start()`, in clients that support it.
 */
export async function negotiate(deps: NegotiateDeps, negotiation: Negotiation): Promise<Response> {
  const { answers, fields } = negotiation;
  const version = negotiateProtocol(fields.get("clientProtocol"));
  if (version === undefined) {
    return answers.refuse(
      400,
      `clientProtocol is missing or too old. Supported: ${CLIENT_PROTOCOLS.join(", ")}, and later.`,
    );
  }
  const app = admittedApp(deps, negotiation);
  if ("why" in app) return refusal(version, app.why, answers);
  const identity = await identityOf(deps, negotiation.access_token, app.record);
  if ("why" in identity) return refusal(version, identity.why, answers);
  const connection_id = newSocketId(deps.rng);
  return answers.json(
    JSON.stringify({
      Url: negotiation.url,
      ConnectionToken: deps.tokens.signConnection({
        app_id: app.record.id,
        connection_id,
        issued_ms: deps.clock.now(),
        identity: identity.identity,
        secret_ids: app.record.secrets.map(({ id }) => id),
      }),
      ConnectionId: connection_id,
      KeepAliveTimeout: (2 * hubLimits.classic_keep_alive_ms) / SECOND_MS,
      DisconnectTimeout: hubLimits.classic_disconnect_timeout_s,
      ConnectionTimeout: hubLimits.classic_connection_timeout_s,
      TryWebSockets: true,
      ProtocolVersion: version,
      TransportConnectTimeout: hubLimits.classic_transport_connect_timeout_s,
      LongPollDelay: 0,
    }),
  );
}

interface NegotiateRefusal {
  readonly why: string;
}

function admittedApp(
  { apps }: NegotiateDeps,
  { fields, from }: Negotiation,
): { readonly record: AppRecord } | NegotiateRefusal {
  const key = fields.get("app");
  if (key === null || key === "") return { why: 'The app is missing. Set qs of the connection to {"app": key}.' };
  const admission = admitTo(apps, key, from, [...REQUEST_RULES, "app_disabled"]);
  if (admission.outcome === "admitted") return { record: admission.app };
  return {
    why:
      admission.reason === "app_unknown"
        ? "No app has this key. Find the key in the app's settings."
        : refusalText(admission.reason, from),
  };
}

async function identityOf(
  { verifyIdentity }: NegotiateDeps,
  token: string | undefined,
  app: AppRecord,
): Promise<{ readonly identity: Identity | undefined } | NegotiateRefusal> {
  if (token === undefined) return { identity: undefined };
  const result = await verifyIdentity(token, app);
  return result.ok ? { identity: result.identity } : { why: result.detail };
}

/** Older clients don't read `Error`, but fail on any status other than 200. */
function refusal(version: ClientProtocol, why: string, answers: ClassicResponses): Response {
  if (!understandsErrors(version)) return answers.refuse(400, why);
  return answers.json(JSON.stringify({ ProtocolVersion: version, Error: why }));
}
