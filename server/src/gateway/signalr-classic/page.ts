import { closeCodes } from "@fanfare/contract/pusher";
import type { AppRecord } from "../../accounts/app-directory.ts";
import { isOriginAllowed } from "../../accounts/origins.ts";
import { quotable } from "../../quotable.ts";
import type { ClassicFields } from "./call.ts";

/** How a request has come. */
export interface CameFrom {
  readonly origin: string | null;
  /** Whether nobody on the way can read along. */
  readonly encrypted: boolean;
}

/** Why the page that asks may not use the app; undefined where it may. Whoever sends no origin is no page. */
export function pageRefusal(
  app: AppRecord,
  fields: ClassicFields,
  { origin, encrypted }: CameFrom,
): string | undefined {
  if (app.settings.require_tls && !encrypted) return closeCodes.tls_required.text;
  // Browsers load scripts for any page and do not say for which.
  if (fields.get("callback") !== null && app.allowed_origins.length > 0) {
    return "Scripts have no origin that could be checked, so an app with allowed origins refuses JSONP.";
  }
  if (origin === null || isOriginAllowed(app.allowed_origins, origin)) return undefined;
  return `Pages of ${quotable(origin)} may not use the app. Add this origin to the app's allowed origins.`;
}
