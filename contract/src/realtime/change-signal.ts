/** Event on the channel `fanfare`: what is published in this app changed. A signal, not the content. */
export const CONTENT_CHANGED = "content-changed";
export interface ContentChanged {
  readonly config_version: number;
  /** Each page waits a random part of this before it asks: a crowd becomes a stream. */
  readonly spread_ms: number;
}

/** Event on a person's own channel: suppressions or runs changed on another page. */
export const PERSON_CHANGED = "person-changed";
export interface PersonChanged {
  readonly kind: "suppressions" | "runs";
  /** The page that caused it need not ask again. */
  readonly socket_id: string | null;
}
