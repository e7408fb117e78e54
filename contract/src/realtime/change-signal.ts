/** Event on the channel `fanfare`: published content of this app changed. A signal only, without the content. */
export const CONTENT_CHANGED = "content-changed";
export interface ContentChanged {
  readonly config_version: number;
  /** Each page waits for a random part of this before its request, to spread the load. */
  readonly spread_ms: number;
}

/** Event on a person's own channel: suppressions or runs changed on another page. */
export const PERSON_CHANGED = "person-changed";
export interface PersonChanged {
  readonly kind: "suppressions" | "runs";
  /** Connection of the page that made the change, which needs no refresh. */
  readonly socket_id: string | null;
}
