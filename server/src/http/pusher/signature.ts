import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { requestSignatureText } from "@fanfare/contract/realtime/signature";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { verifySignature } from "../../lib/signing.ts";
import { truncate } from "../../lib/truncate.ts";
import { percentDecode, readSignedQuery, type SignedQuery } from "./signed-query.ts";

/** Whether an HTTP API call comes from the app's backend. `body_md5`: signed digest of the body. */
export type CheckedSignature =
  | {
      readonly outcome: "signed";
      readonly app: AppRecord;
      readonly query: SignedQuery;
      readonly body_md5: string | undefined;
    }
  | { readonly outcome: "refused"; readonly status: 401 | 403 | 404; readonly message: string };

export interface SignatureDeps {
  readonly clock: Pick<Clock, "now">;
  readonly apps: Pick<AppDirectory, "byId">;
  /** Path that a reverse proxy strips from requests, such as `/fanfare`. Empty if there is none. */
  readonly path_prefix: string;
}

/**
 * Checks app, key, time, and signature of a request to `/apps/{app_id}/…` (Pusher HTTP API, "Authentication") by its
 * URL alone, so that no body is read without a valid signature. Errors include the string to sign, never a signature.
 *
 * @example
 * const call = checkSignature(deps, "POST", request.url, app_id);
 * if (call.outcome === "refused") return c.text(call.message, call.status);
 */
export function checkSignature(deps: SignatureDeps, method: string, url: string, app_id: string): CheckedSignature {
  const refused = (message: string): CheckedSignature => ({ outcome: "refused", status: 401, message });
  const app = deps.apps.byId(app_id);
  if (app === undefined) {
    return { outcome: "refused", status: 404, message: `Unknown app: no app has the ID ${truncate(app_id)}.` };
  }
  const { path, raw_query } = splitUrl(url);
  const { signed_query_parameters_max } = app.settings.limits;
  const query = readSignedQuery(raw_query, signed_query_parameters_max);
  if (query === "too_many") {
    return refused(`The query has more than ${signed_query_parameters_max} parameters (signed_query_parameters_max).`);
  }
  if (query === "repeated") return refused("A query parameter appears more than once. Send each one once.");

  const { auth_key, auth_timestamp, auth_signature, body_md5 } = query;
  if (auth_key === undefined) return refused("auth_key is missing. Sign the request with the app's key and secret.");
  if (auth_key !== app.key) return refused(`Unknown auth_key: it isn't the key of the app ${app.id}.`);
  if (query.auth_version !== "1.0") return refused('auth_version must be "1.0".');
  const { live_updates, limits: allowed } = app.settings;
  const late = timestampError(auth_timestamp, deps.clock.now(), allowed.signature_age_s_max);
  if (late !== undefined) return refused(late);

  const expected = `${method.toUpperCase()}\n${path}\n${query.canonical}`;
  // Try the most likely string first, because alternatives cost time.
  const is_signed =
    verifySignature(app.secrets, expected, auth_signature) ||
    alternativeSignedTexts(method, path, deps.path_prefix, query).some((text) =>
      verifySignature(app.secrets, text, auth_signature),
    );
  // Reveal that live updates are off only to the app's own backend.
  if (is_signed && !live_updates) return { outcome: "refused", status: 403, message: REALTIME_OFF };
  if (is_signed) return { outcome: "signed", app, query, body_md5 };
  return refused(
    `Invalid signature: you should have sent HmacSHA256Hex(${JSON.stringify(expected)}, your_secret_key) as auth_signature.`,
  );
}

const REALTIME_OFF = "Realtime is turned off for this app. Turn it on in the app's settings.";

/** Returns why the body doesn't match the signed digest, or undefined. */
export function bodyMismatch(body: string, body_md5: string | undefined): string | undefined {
  if (body_md5 === undefined) {
    return body.length === 0
      ? undefined
      : "body_md5 is missing. Send the MD5 of the body and include it in the signature.";
  }
  return Bun.MD5.hash(body, "hex") === body_md5.toLowerCase()
    ? undefined
    : "body_md5 doesn't match the body, read as UTF-8.";
}

function timestampError(timestamp: string | undefined, now_ms: number, age_s_max: number): string | undefined {
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return "auth_timestamp must be a Unix time in seconds.";
  const now_s = Math.floor(now_ms / SECOND_MS);
  const off_s = Number(timestamp) - now_s;
  if (Math.abs(off_s) <= age_s_max) return undefined;
  return (
    `Timestamp expired: auth_timestamp is ${timestamp}, but the server's clock is ${now_s}, ${Math.abs(off_s)} s ` +
    `${off_s < 0 ? "later" : "earlier"}. The limit is ${age_s_max} s (signature_age_s_max). Check the sender's clock.`
  );
}

/** Raw path from the wire, before any decoding or normalization. */
function splitUrl(url: string): { readonly path: string; readonly raw_query: string } {
  const fragment = url.indexOf("#");
  const end = fragment === -1 ? url.length : fragment;
  const path_start = url.indexOf("/", url.indexOf("://") + 3);
  const mark = url.indexOf("?", path_start);
  return mark === -1 || mark > end
    ? { path: url.slice(path_start, end), raw_query: "" }
    : { path: url.slice(path_start, mark), raw_query: url.slice(mark + 1, end) };
}

/**
 * Other strings that a library may have signed for this request. Some encode the query before sending, and proxies may
 * strip or add a path prefix. All of them result in the same call, so accepting them grants nothing more.
 */
function alternativeSignedTexts(method: string, path: string, prefix: string, query: SignedQuery): readonly string[] {
  const from_apps = path.slice(Math.max(0, path.indexOf("/apps/")));
  const paths = [...new Set([path, from_apps, prefix + from_apps].flatMap((form) => [form, percentDecode(form)]))];
  return query.canonicalForms().flatMap((form) => paths.map((each) => requestSignatureText(method, each, form)));
}
