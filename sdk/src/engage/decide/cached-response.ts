import type { BootResponse } from "@fanfare/contract/schema/client/v1";

export interface CachedResponse {
  /** The person it is about, as JSON: `[]` for anonymous visitors, otherwise the ID and whether it was verified. */
  readonly who: string;
  /** Time of the response by the browser's clock, and how far that clock is behind the server's. */
  readonly at: number;
  readonly behind_ms: number;
  readonly answer: BootResponse;
}
