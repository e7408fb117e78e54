import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { isOriginAllowed } from "../../accounts/apps/origins.ts";

export interface RequestOrigin {
  /** Browsers always send it and scripts can't change it. Native clients don't send it. */
  readonly origin: string | null;
  readonly encrypted: boolean;
  /** Whether the response is loaded as a script (JSONP), which any page can do without sending an origin. */
  readonly is_script?: boolean;
}

/** Each rule returns true to refuse a request. */
export const ADMISSION_RULES = {
  tls_required: ({ settings }: AppRecord, { encrypted }: Pick<RequestOrigin, "encrypted">) =>
    settings.require_tls && !encrypted,
  // A paused app shows no content, but its live updates continue until they're turned off separately.
  app_disabled: ({ settings }: AppRecord) => !settings.live_updates,
  origin_refused: ({ allowed_origins }: AppRecord, { origin }: RequestOrigin) =>
    origin !== null && !isOriginAllowed(allowed_origins, origin),
  // Its channels carry what only members may see, and its one client is the console, which speaks the Pusher protocol.
  console_only: ({ system }: AppRecord) => system,
  script_refused: ({ allowed_origins }: AppRecord, { is_script }: RequestOrigin) =>
    is_script === true && allowed_origins.length > 0,
} as const;

export type AdmissionRule = keyof typeof ADMISSION_RULES;

/**
 * Returns the first of `rules` that refuses a request for an app, or undefined. Each protocol orders the rules, because
 * clients learn only the first one.
 *
 * @example
 * refusedBy(app, { origin: "https://evil.example", encrypted: true }, ["tls_required", "origin_refused"]);
 */
export function refusedBy<Rule extends AdmissionRule>(
  app: AppRecord,
  from: RequestOrigin,
  rules: readonly Rule[],
): Rule | undefined {
  return rules.find((rule) => ADMISSION_RULES[rule](app, from));
}

export type Admission<Rule extends AdmissionRule> =
  | { readonly outcome: "admitted"; readonly app: AppRecord }
  | { readonly outcome: "refused"; readonly reason: "app_unknown" | Rule };

export function admitTo<Rule extends AdmissionRule>(
  apps: Pick<AppDirectory, "byKey">,
  key: string,
  from: RequestOrigin,
  rules: readonly Rule[],
): Admission<Rule> {
  const app = apps.byKey(key);
  if (app === undefined) return { outcome: "refused", reason: "app_unknown" };
  const reason = refusedBy(app, from, rules);
  return reason === undefined ? { outcome: "admitted", app } : { outcome: "refused", reason };
}

/** Identity token from the `Authorization` header, otherwise from the query or form. */
export function readAccessToken(request: Request, given: string | null): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? given ?? undefined;
}

export const SHUTTING_DOWN = "The server is shutting down. Reconnect shortly.";
