import type { Target } from "../target/target.ts";
import type { Schedule } from "../targeting/schedule.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { Panel } from "./panel.ts";
import type { Tone } from "./tone.ts";

export const ANNOUNCEMENT_FORMS = ["modal", "carousel", "tabs", "toast", "banner"] as const;
/**
 * `modal`, `carousel`, and `tabs` are dialogs over the page. `toast` is a note in the corner that closes automatically
 * if it has no button. `banner` is part of the page's flow: above the page, which it pushes down, or at its `position`.
 */
export type AnnouncementForm = (typeof ANNOUNCEMENT_FORMS)[number];

const EDGES = ["top", "bottom"] as const;
export const ELEMENT_SIDES = ["before", "after", "inside"] as const;
export const BANNER_PLACES = [...EDGES, ...ELEMENT_SIDES] as const;
export type BannerPlace = (typeof BANNER_PLACES)[number];

/**
 * Where a banner is in the flow of the page: above or below it, or before, after, or inside one of its elements. A
 * `sticky` banner stays on the screen while the page scrolls.
 */
export type BannerPosition =
  | { readonly place: (typeof EDGES)[number]; readonly sticky?: true | undefined }
  | ElementPosition;

/** In the flow of the page: before, after, or inside one of its elements. */
export interface ElementPosition {
  readonly place: (typeof ELEMENT_SIDES)[number];
  readonly target: Target;
  /** Milliseconds until a missing element is reported. The content keeps waiting after that. */
  readonly wait_ms: number;
}

/** The time left until a wall time `YYYY-MM-DDTHH:MM`, in UTC or in the person's local time. */
export interface Countdown {
  readonly ends_at: string;
  readonly zone: Schedule["zone"];
  /** Replaces the banner's text and button at the end. Without it, the banner closes and counts as completed. */
  readonly ended_text?: string | undefined;
}

export interface AnnouncementBody extends DismissalOptions, CloseOptions {
  readonly type: "announcement";
  readonly form: AnnouncementForm;
  /** One panel, or several for `carousel` and `tabs`, in display order. */
  readonly panels: readonly Panel[];
  readonly tone: Tone;
  /**
   * Whether it can be read again in the feed (`fanfare.feed()`), even by people it wasn't shown to. Defaults to true
   * for announcements that close automatically (WCAG 2.2.1).
   */
  readonly feed?: boolean | undefined;
  /** Of a banner. Defaults to the top of the page. */
  readonly position?: BannerPosition | undefined;
  /** Of a banner. */
  readonly countdown?: Countdown | undefined;
}

export function isInFeed({ feed, form }: Pick<AnnouncementBody, "feed" | "form">): boolean {
  return feed ?? form === "toast";
}

/** Whether a banner or survey is before, after, or inside an element of the page. */
export function isAtElement({ position }: { readonly position?: BannerPosition | undefined }): boolean {
  return position !== undefined && "target" in position;
}

/** The parts of an edition that decide when it's shown. Only announcements count down. */
interface CountedEdition {
  readonly body: { readonly type: string; readonly countdown?: Countdown | undefined };
  readonly schedule?: Schedule | undefined;
}

/**
 * Returns when content is shown: its schedule, which a countdown without `ended_text` ends. If their time zones differ,
 * the page alone ends the countdown.
 *
 * @example
 * scheduleWithCountdown({ body: { ...banner, countdown: { ends_at: "2026-12-24T18:00", zone: "utc" } } });
 * // { ends_at: "2026-12-24T18:00", zone: "utc" }
 */
export function scheduleWithCountdown({ body, schedule }: CountedEdition): Schedule | undefined {
  const { countdown } = body;
  if (countdown === undefined || countdown.ended_text !== undefined) return schedule;
  const { ends_at, zone } = countdown;
  if (schedule === undefined) return { ends_at, zone };
  if (schedule.zone !== zone || (schedule.ends_at !== undefined && schedule.ends_at < ends_at)) return schedule;
  return { ...schedule, ends_at };
}
