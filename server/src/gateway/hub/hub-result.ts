/** Error codes of hub methods. Stable, because clients branch on them. */
export type HubErrorCode =
  | "method_unknown"
  | "arguments_invalid"
  | "channel_invalid"
  | "channel_refused"
  | "channel_full"
  | "channels_too_many"
  | "channel_taken"
  | "not_subscribed"
  | "event_refused"
  | "rate_limited"
  | "sign_in_refused"
  | "identity_required"
  | "identity_invalid"
  | "identity_expired"
  | "app_not_found"
  | "internal";

export type HubResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: HubErrorCode; readonly message: string };

export type HubFailure = Extract<HubResult, { ok: false }>;

/** Called once per method call, synchronously or later. */
export type HubReply = (outcome: HubResult) => void;

export const success = (value: unknown): HubResult => ({ ok: true, value });
export const failure = (code: HubErrorCode, message: string): HubFailure => ({ ok: false, code, message });

export const RATE_LIMITED = failure(
  "rate_limited",
  "Too many messages: this one and the next were dropped. Send fewer per second (inbound_messages_per_second_max, inbound_bytes_per_second_max).",
);

export function tooLong(bytes_max: number): HubFailure {
  return failure(
    "arguments_invalid",
    `A message can have at most ${bytes_max} bytes (frame_bytes_max). Send less at a time.`,
  );
}
