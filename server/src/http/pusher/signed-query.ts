import { signedQueryText } from "@fanfare/contract/realtime/signature";

/** Parameters in order of appearance, with lowercase keys, each once. */
export type Query = ReadonlyMap<string, string>;

export interface SignedQuery {
  readonly auth_key: string | undefined;
  readonly auth_timestamp: string | undefined;
  readonly auth_version: string | undefined;
  readonly auth_signature: string;
  readonly body_md5: string | undefined;
  /** The most likely signed form: sorted, without the signature. */
  readonly canonical: string;
  pairs(): Query;
  /** Forms that may have been signed: decoded, with plus signs as spaces, and raw. */
  canonicalForms(): readonly Query[];
}

/**
 * Format of Pusher's own libraries for events: sorted parameters, signature last. Such a query is already canonical, so
 * high-volume calls are parsed in one step.
 */
const SORTED =
  /^auth_key=([\w-]+)&auth_timestamp=(\d{1,12})&auth_version=(1\.0)(?:&body_md5=([0-9a-f]{32}))?&auth_signature=([0-9a-f]{64})$/;

/**
 * Parses the query of a signed call. `repeated`: a name appears twice; `too_many`: more than `parameters_max` names.
 */
export function readSignedQuery(raw_query: string, parameters_max: number): SignedQuery | "repeated" | "too_many" {
  const sorted = SORTED.exec(raw_query);
  if (sorted !== null) {
    const [, auth_key, auth_timestamp, auth_version, body_md5, auth_signature = ""] = sorted;
    const canonical = raw_query.slice(0, raw_query.lastIndexOf("&"));
    const pairs = (): Query => new Map(new URLSearchParams(raw_query));
    const forms = (): readonly Query[] => [pairs()];
    return {
      auth_key,
      auth_timestamp,
      auth_version,
      auth_signature,
      body_md5,
      canonical,
      pairs,
      canonicalForms: forms,
    };
  }
  const raw = rawPairs(raw_query, parameters_max);
  if (typeof raw === "string") return raw;
  const decoded = raw_query.includes("%") ? decodePairs(raw, false) : raw;
  if (decoded === "repeated") return decoded;
  return {
    auth_key: decoded.get("auth_key"),
    auth_timestamp: decoded.get("auth_timestamp"),
    auth_version: decoded.get("auth_version"),
    auth_signature: decoded.get("auth_signature") ?? "",
    body_md5: decoded.get("body_md5"),
    canonical: signedQueryText(decoded),
    pairs: () => decoded,
    canonicalForms() {
      const spaced = decodePairs(raw, true);
      return spaced === "repeated" ? [decoded, raw] : [decoded, spaced, raw];
    },
  };
}

function rawPairs(raw_query: string, parameters_max: number): Query | "repeated" | "too_many" {
  const pairs = new Map<string, string>();
  for (let start = 0; start < raw_query.length; ) {
    const ampersand = raw_query.indexOf("&", start);
    const end = ampersand === -1 ? raw_query.length : ampersand;
    const equals = raw_query.indexOf("=", start);
    const key_end = equals === -1 || equals > end ? end : equals;
    if (pairs.size === parameters_max) return "too_many";
    const key = raw_query.slice(start, key_end).toLowerCase();
    if (pairs.has(key)) return "repeated";
    pairs.set(key, raw_query.slice(key_end + 1, end));
    start = end + 1;
  }
  return pairs;
}

function decodePairs(raw: Query, plus_is_space: boolean): Query | "repeated" {
  const decode = (text: string): string => percentDecode(plus_is_space ? text.replaceAll("+", " ") : text);
  const pairs = new Map<string, string>();
  for (const [key, value] of raw) {
    const decoded = decode(key).toLowerCase();
    if (pairs.has(decoded)) return "repeated";
    pairs.set(decoded, decode(value));
  }
  return pairs;
}

/** Decodes percent-encoding. Malformed sequences stay as is. */
export function percentDecode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
