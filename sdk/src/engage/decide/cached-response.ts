import type { BootResponse, Decision, Suppression } from "@fanfare/contract/schema/client/v1";

/** A response with the `ETag` by which the server recognizes it. */
export interface TaggedResponse extends BootResponse {
  readonly etag?: string | null | undefined;
}

export interface CachedResponse {
  /** The person it is about, as JSON: `[]` for anonymous visitors, otherwise the ID and whether it was verified. */
  readonly who: string;
  /** Time of the response by the browser's clock, and how far that clock is behind the server's. */
  readonly at: number;
  readonly behind_ms: number;
  /** The page's preferences in the request, as JSON. */
  readonly preferences: string;
  /** Shown early (early-response.ts) by a page that the server hasn't answered since. */
  readonly shown?: true | undefined;
  /** Where the anonymous identity is stored, if no one is identified. */
  readonly anonymous_in?: "cookie" | "browser" | undefined;
  /** As the server sent it, without the anonymous identity and its token. */
  readonly answer: TaggedResponse;
  /** What happened on the page since then: the suppressions, and the progress by content ID. */
  readonly suppressions: readonly Suppression[];
  readonly progress: Readonly<Record<string, Pick<Decision, "history" | "run" | "due" | "cap_left">>>;
}
