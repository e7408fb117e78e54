/** Why a method of the hub failed. Stable: clients branch on it. */
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

/** What a method answers: a JSON value, or why not in a sentence. */
export type HubOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: HubErrorCode; readonly message: string };

export type HubFailure = Extract<HubOutcome, { ok: false }>;

/** Called once for each call of a method, at once or later. */
export type HubAnswer = (outcome: HubOutcome) => void;

export const success = (value: unknown): HubOutcome => ({ ok: true, value });
export const failure = (code: HubErrorCode, message: string): HubFailure => ({ ok: false, code, message });

export const TOO_FAST = failure(
  "rate_limited",
  "Too many messages: this one and the next are dropped. Send fewer in a second (inbound_messages_per_second_max, inbound_bytes_per_second_max).",
);

export function tooLong(bytes_max: number): HubFailure {
  return failure("arguments_invalid", `A message may have ${bytes_max} bytes (frame_bytes_max). Send less at a time.`);
}
