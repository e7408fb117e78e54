import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { SECOND_MS } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory, AppRecord } from "../../accounts/app-directory.ts";
import type { Identity, VerifyIdentity } from "../../people/identity.ts";
import { newSocketId } from "../pusher/socket-id.ts";
import type { Answers } from "./answers.ts";
import type { ClassicFields } from "./call.ts";
import { agreeOnProtocol, CLIENT_PROTOCOLS, type ClientProtocol, readsEnds } from "./client-protocol.ts";
import { type CameFrom, pageRefusal } from "./page.ts";
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
  readonly from: CameFrom;
  readonly answers: Answers;
  /** What the client spoke for whom with, in a header or in the address. */
  readonly access_token: string | undefined;
  /** Where the client finds the other calls, as a path. */
  readonly url: string;
}

/**
 * The first call of a connection. It makes a name and a token and remembers nothing, so any server may take the next call.
 * What is wrong is told to the page as the error of `start()`, by clients that know how.
 */
export async function negotiate(deps: NegotiateDeps, asked: Negotiation): Promise<Response> {
  const { answers, fields } = asked;
  const version = agreeOnProtocol(fields.get("clientProtocol"));
  if (version === undefined) {
    return answers.refuse(
      400,
      `clientProtocol is missing or too old: ${CLIENT_PROTOCOLS.join(", ")} and later are spoken here.`,
    );
  }
  const app = admittedApp(deps, asked);
  if ("why" in app) return refusal(version, app.why, answers);
  const identity = await identityOf(deps, asked.access_token, app.record);
  if ("why" in identity) return refusal(version, identity.why, answers);
  const connection_id = newSocketId(deps.rng);
  return answers.json(
    JSON.stringify({
      Url: asked.url,
      ConnectionToken: deps.tokens.signConnection({
        app_id: app.record.id,
        connection_id,
        issued_ms: deps.clock.now(),
        identity: identity.identity,
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

interface Refused {
  readonly why: string;
}

function admittedApp({ apps }: NegotiateDeps, { fields, from }: Negotiation): { readonly record: AppRecord } | Refused {
  const key = fields.get("app");
  if (key === null || key === "") return { why: 'Name the app: set qs of the connection to {"app": key}.' };
  const record = apps.byKey(key);
  if (record === undefined) return { why: "No app has this key. Check it in the console." };
  const why = pageRefusal(record, fields, from);
  if (why !== undefined) return { why };
  if (!record.settings.live_updates) return { why: closeCodes.app_disabled.text };
  return { record };
}

async function identityOf(
  { verifyIdentity }: NegotiateDeps,
  token: string | undefined,
  app: AppRecord,
): Promise<{ readonly identity: Identity | undefined } | Refused> {
  if (token === undefined) return { identity: undefined };
  const result = await verifyIdentity(token, app);
  return result.ok ? { identity: result.identity } : { why: result.detail };
}

/** Older clients fail on anything but a 200 as well. */
function refusal(version: ClientProtocol, why: string, answers: Answers): Response {
  if (!readsEnds(version)) return answers.refuse(400, why);
  return answers.json(JSON.stringify({ ProtocolVersion: version, Error: why }));
}
