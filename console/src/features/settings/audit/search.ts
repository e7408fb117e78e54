import { DAY_MS } from "@fanfare/contract/limits";
import type { ApiQuery } from "../../../lib/api/api.ts";
import { readOneOf, readText } from "../../../lib/search-params.ts";

const SPANS = ["all", "1", "7", "30", "365"] as const;
export type AuditSpan = (typeof SPANS)[number];

export interface AuditSearch {
  readonly member_id?: string | undefined;
  readonly action?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: string | undefined;
  /** Number of days up to now. */
  readonly days?: Exclude<AuditSpan, "all"> | undefined;
  readonly entry?: string | undefined;
}

/** Parses the search parameters. Omits invalid ones. */
export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const days = readOneOf(search, "days", SPANS);
  const texts = (["member_id", "action", "resource_type", "resource_id", "entry"] as const).map(
    (name) => [name, readText(search, name, 60) || undefined] as const,
  );
  return { ...Object.fromEntries(texts), days: days === "all" ? undefined : days };
}

/**
 * Filters for the API. Times are rounded to the minute, so that the query stays the same for a while.
 *
 * @example
 * auditFilter({ action: "content.publish", days: "7" }, Date.now());
 */
export function auditFilter({ days, entry: _, ...filter }: AuditSearch, now_ms: number): ApiQuery<"GET /api/audit"> {
  if (days === undefined) return filter;
  const from_ms = Math.floor(now_ms / 60_000) * 60_000 - Number(days) * DAY_MS;
  return { ...filter, since: new Date(from_ms).toISOString() };
}

export function isFiltered({ entry: _, ...filter }: AuditSearch): boolean {
  return Object.keys(filter).length > 0;
}
