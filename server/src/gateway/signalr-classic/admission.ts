import type { Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { HOUR_MS } from "@fanfare/contract/limits";
import type { AppDirectory, AppRecord } from "../../accounts/app-directory.ts";
import type { ClassicFields } from "./call.ts";
import { type CameFrom, pageRefusal } from "./page.ts";
import type { ClassicSession } from "./session.ts";
import type { ClassicSessions } from "./sessions.ts";
import type { ClassicTokens, ConnectionClaims } from "./tokens.ts";

/** Whose request it is, where it is somebody's. A connection need not be known to this server. */
export type Papers =
  | {
      readonly outcome: "good";
      readonly claims: ConnectionClaims;
      readonly app: AppRecord;
      readonly session: ClassicSession | undefined;
    }
  /** The connection has ended for good. */
  | { readonly outcome: "ended"; readonly why: string }
  | { readonly outcome: "refused"; readonly status: number; readonly why: string };

const refuse = (status: number, why: string): Papers => ({ outcome: "refused", status, why });

/**
 * Checks the connection token, the page's origin and how often the client asks. The token alone says who speaks: nothing
 * that runs out while a connection lives is asked for again, so no live poll is ever refused for its age.
 */
export function checkPapers(
  deps: {
    readonly clock: Pick<Clock, "now">;
    readonly apps: Pick<AppDirectory, "byId">;
    readonly tokens: Pick<ClassicTokens, "readConnection">;
    readonly sessions: Pick<ClassicSessions, "find" | "endOf">;
  },
  fields: ClassicFields,
  from: CameFrom,
): Papers {
  const token = fields.get("connectionToken");
  if (token === null || token === "") return refuse(400, "connectionToken is missing. Negotiate first.");
  const claims = deps.tokens.readConnection(token);
  if (claims === undefined) return refuse(400, "This server did not sign the connectionToken. Negotiate again.");
  const app = deps.apps.byId(claims.app_id);
  if (app === undefined) return { outcome: "ended", why: "The app of this connection is no more." };
  const unwelcome = pageRefusal(app, fields, from);
  if (unwelcome !== undefined) return refuse(403, unwelcome);
  const why = deps.sessions.endOf(claims.connection_id);
  if (why !== undefined) return { outcome: "ended", why };
  const session = deps.sessions.find(claims.connection_id);
  if (session !== undefined) {
    if (session.affordsRequest()) return { outcome: "good", claims, app, session };
    return refuse(429, "This connection asks too often. Wait a moment.");
  }
  const is_old = deps.clock.now() - claims.issued_ms > hubLimits.classic_token_hours_max * HOUR_MS;
  if (is_old) return { outcome: "ended", why: "This connection is too old to go on. Start a new one." };
  return { outcome: "good", claims, app, session: undefined };
}
