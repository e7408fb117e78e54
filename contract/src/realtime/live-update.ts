import type { CelebrationPreset } from "../content/celebration-preset.ts";
import type { Tone } from "../content/tone.ts";

/** What a live update does to the screen. `badge` and `data` are for the page's own handlers. */
export const LIVE_UPDATE_KINDS = ["toast", "banner", "badge", "celebration", "data"] as const;
export type LiveUpdateKind = (typeof LIVE_UPDATE_KINDS)[number];

/** `high` is shown immediately, before waiting ones; `low` waits until no other does. */
export const LIVE_UPDATE_PRIORITIES = ["low", "normal", "high"] as const;
export type LiveUpdatePriority = (typeof LIVE_UPDATE_PRIORITIES)[number];

/** The action of a notice: follow a link, or only call the page's handlers. */
export interface NoticeAction {
  readonly label: string;
  readonly href?: string | undefined;
}

/** The content of a live update, by kind. */
export type LiveUpdateBody =
  | {
      readonly kind: "toast" | "banner";
      readonly title?: string | undefined;
      readonly text: string;
      readonly tone: Tone;
      readonly action?: NoticeAction | undefined;
    }
  /** `badge` names the place in the page; `label` is the count in words. */
  | { readonly kind: "badge"; readonly badge: string; readonly count: number; readonly label?: string | undefined }
  | { readonly kind: "celebration"; readonly preset: CelebrationPreset; readonly text?: string | undefined }
  | { readonly kind: "data"; readonly name: string; readonly data?: unknown };

/** The audience. `everyone`: people who have the app open now, or open it within the time to live. */
export type LiveUpdateAudience =
  /** External ids, or the names of anonymous people. */
  | { readonly kind: "people"; readonly external_ids: readonly string[] }
  | { readonly kind: "groups"; readonly groups: readonly string[] }
  | { readonly kind: "segment"; readonly segment_id: string }
  | { readonly kind: "everyone" };

/** A live update as a page gets it. `position` grows with each one of an app: the order in which they are shown. */
export interface LiveMessage {
  readonly id: string;
  readonly position: number;
  readonly body: LiveUpdateBody;
  readonly priority: LiveUpdatePriority;
  /** It stays, and comes again on the next page, until it was acted on or dismissed. */
  readonly require_ack: boolean;
  /** Of those with one key only the newest is shown. */
  readonly collapse_key: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

/** Event on a person's own channel, or on everyone's: there is a live update. */
export const MESSAGE = "message";
/**
 * Small ones that each device shows travel in the signal. Others are asked for, and so is what a page may have missed before
 * its first signal: each page at a moment of its own within `spread_ms`.
 */
export interface MessageSignal {
  readonly message?: LiveMessage | undefined;
  readonly spread_ms: number;
}

/**
 * Where a live update stands with one person (on one device, where each shows it), weakest first. `expired` and `collapsed`
 * are concluded by the server without a report from a page, so a page's report that it was seen is stronger.
 */
export const DELIVERY_STATES = [
  "queued",
  "sent",
  "delivered",
  "expired",
  "collapsed",
  "seen",
  "dismissed",
  "acted",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The events by which a page reports on a live update; their props are {@link LiveUpdateProps}. */
export const LIVE_UPDATE_EVENTS = {
  live_update_delivered: "delivered",
  live_update_seen: "seen",
  live_update_acted: "acted",
  live_update_dismissed: "dismissed",
} as const satisfies Record<string, DeliveryState>;
export type LiveUpdateEventName = keyof typeof LIVE_UPDATE_EVENTS;

export interface LiveUpdateProps {
  readonly live_update_id: string;
  /** Of the browser profile: made by the SDK. */
  readonly device: string;
}
