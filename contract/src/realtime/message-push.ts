/** Notification to the subscribed browsers of people who haven't seen a live update this many minutes after they could have. */
export interface MessagePush {
  readonly after_minutes: number;
}

/** `skipped`: not sent, because the person no longer needs it or can't get it. */
export const MESSAGE_PUSH_STATES = ["waiting", "sent", "failed", "skipped"] as const;
export type MessagePushState = (typeof MESSAGE_PUSH_STATES)[number];

/** Why a person doesn't get the notification. */
export const PUSH_SKIP_REASONS = ["seen", "no_device", "replaced", "expired", "joined_later"] as const;
export type PushSkipReason = (typeof PUSH_SKIP_REASONS)[number];

/** `interrupted`: the server stopped while it sent the notification, which may have arrived. */
export const PUSH_FAILURES = ["no_public_url", "unreachable", "busy", "refused", "interrupted"] as const;
export type PushFailure = (typeof PUSH_FAILURES)[number];

export interface PushRecipient {
  /** Whether a browser of the person is subscribed. */
  readonly has_device: boolean;
  readonly seen: boolean;
  /** By a newer live update with the same collapse key. */
  readonly replaced: boolean;
  readonly expired: boolean;
}

/**
 * Why a person of the audience doesn't get the notification. Undefined: they get it.
 *
 * @example
 * pushSkipReason({ has_device: true, seen: true, replaced: false, expired: false }); // "seen"
 */
export function pushSkipReason(person: PushRecipient): PushSkipReason | undefined {
  if (person.seen) return "seen";
  if (!person.has_device) return "no_device";
  if (person.replaced) return "replaced";
  return person.expired ? "expired" : undefined;
}

/** What the service worker shows, as JSON in the encrypted message. */
export interface PushPayload {
  readonly title: string;
  readonly text: string;
  /** Opened by a click. Without it, a click opens the site. */
  readonly href?: string | undefined;
  /** Notifications with the same tag replace each other. */
  readonly tag: string;
  readonly lang?: string | undefined;
  /** Where a click is reported, with `token` in the body. */
  readonly click_url: string;
  readonly token: string;
}
