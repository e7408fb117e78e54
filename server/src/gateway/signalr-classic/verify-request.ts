import type { Clock } from "@fanfare/contract/lib/clock";
import { HOUR_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { type RequestOrigin, refusedBy } from "../session/admission.ts";
import { REQUEST_RULES, refusalText } from "./page-origin.ts";
import type { ClassicFields } from "./request-path.ts";
import type { ClassicSession } from "./session.ts";
import type { ClassicSessions } from "./sessions.ts";
import type { ClassicTokens, ConnectionClaims } from "./tokens.ts";

/** Connection that a request belongs to. Its session may be unknown to this server. */
export type RequestVerification =
  | {
      readonly outcome: "good";
      readonly claims: ConnectionClaims;
      readonly app: AppRecord;
      readonly session: ClassicSession | undefined;
    }
  /** The connection has ended for good. */
  | { readonly outcome: "ended"; readonly why: string }
  | { readonly outcome: "refused"; readonly status: number; readonly why: string };

const refuse = (status: number, why: string): RequestVerification => ({ outcome: "refused", status, why });

/**
 * Checks the connection token, the page's origin, and the request rate. Only the token identifies the connection.
 * Expiry isn't checked again while a connection is open, so that no active poll is refused.
 */
export function verifyRequest(
  deps: {
    readonly clock: Pick<Clock, "now">;
    readonly apps: Pick<AppDirectory, "byId">;
    readonly tokens: Pick<ClassicTokens, "readConnection">;
    readonly sessions: Pick<ClassicSessions, "find" | "endOf">;
  },
  fields: ClassicFields,
  from: RequestOrigin,
): RequestVerification {
  const token = fields.get("connectionToken");
  if (token === null || token === "") return refuse(400, "connectionToken is missing. Call negotiate first.");
  const claims = deps.tokens.readConnection(token);
  if (claims === undefined) return refuse(400, "The connectionToken isn't from this server. Call negotiate again.");
  const app = deps.apps.byId(claims.app_id);
  if (app === undefined) return { outcome: "ended", why: "The app of this connection was deleted." };
  const rule = refusedBy(app, from, REQUEST_RULES);
  if (rule !== undefined) return refuse(403, refusalText(rule, from));
  const why = deps.sessions.endOf(claims.connection_id);
  if (why !== undefined) return { outcome: "ended", why };
  const session = deps.sessions.find(claims.connection_id);
  if (session !== undefined) {
    if (session.takeRequest()) return { outcome: "good", claims, app, session };
    return refuse(429, "Too many requests on this connection. Try again shortly.");
  }
  const is_old = deps.clock.now() - claims.issued_ms > hubLimits.classic_token_hours_max * HOUR_MS;
  if (is_old) return { outcome: "ended", why: "This connection has expired. Start a new one." };
  // Whatever proved the person or a channel may have been signed with the revoked one.
  if (claims.secret_ids.some((id) => app.secrets.every((each) => each.id !== id)))
    return { outcome: "ended", why: "A secret of this connection's app was revoked. Start a new one." };
  return { outcome: "good", claims, app, session: undefined };
}
