/** Email to the people who haven't seen a live update this many hours after they could have. */
export interface MessageEmail {
  readonly after_hours: number;
}

/** `skipped`: not sent, because the person no longer needs it or can't get it. */
export const MESSAGE_EMAIL_STATES = ["waiting", "sent", "failed", "skipped"] as const;
export type MessageEmailState = (typeof MESSAGE_EMAIL_STATES)[number];

/** Why a person doesn't get the email. */
export const EMAIL_SKIP_REASONS = [
  "seen",
  "unverified",
  "no_address",
  "unsubscribed",
  "replaced",
  "expired",
  "joined_later",
] as const;
export type EmailSkipReason = (typeof EMAIL_SKIP_REASONS)[number];

/** `interrupted`: the server stopped while it sent the email, which may have arrived. */
export const EMAIL_FAILURES = ["mail_off", "no_public_url", "mail_refused", "interrupted"] as const;
export type EmailFailure = (typeof EMAIL_FAILURES)[number];

export interface EmailRecipient {
  readonly verified: boolean;
  /** Whether the `email` attribute is an address. */
  readonly has_address: boolean;
  readonly unsubscribed: boolean;
  readonly seen: boolean;
  /** By a newer live update with the same collapse key. */
  readonly replaced: boolean;
  /** Too late for the email, such as after the app was paused. */
  readonly expired: boolean;
}

/**
 * Why a person of the audience doesn't get the email. Undefined: they get it.
 *
 * @example
 * emailSkipReason({ verified: true, has_address: true, unsubscribed: false, seen: true, replaced: false, expired: false }); // "seen"
 */
export function emailSkipReason(person: EmailRecipient): EmailSkipReason | undefined {
  if (person.seen) return "seen";
  if (!person.verified) return "unverified";
  if (!person.has_address) return "no_address";
  if (person.unsubscribed) return "unsubscribed";
  if (person.replaced) return "replaced";
  return person.expired ? "expired" : undefined;
}
