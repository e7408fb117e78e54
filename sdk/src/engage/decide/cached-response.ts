import type { BootResponse } from "@fanfare/contract/schema/client/v1";

/** The server's last answer, as a page without the server finds it. */
export interface CachedResponse {
  /** Whom it is about: `[]` for nobody in particular, else the id and whether it was proved, as JSON. */
  readonly who: string;
  /** When the server said it, by this browser's clock, and how far that is behind the server's. */
  readonly at: number;
  readonly behind_ms: number;
  readonly answer: BootResponse;
}
