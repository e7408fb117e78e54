import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { Panel } from "./panel.ts";
import type { Tone } from "./tone.ts";

export const ANNOUNCEMENT_FORMS = ["modal", "carousel", "tabs", "toast", "banner"] as const;
/**
 * `modal`, `carousel` and `tabs` are dialogs over the page; `toast` is a note in the corner that goes by itself where it
 * offers nothing to do; `banner` stands above the page and pushes it down.
 */
export type AnnouncementForm = (typeof ANNOUNCEMENT_FORMS)[number];

/** Something to be told. */
export interface AnnouncementBody extends DismissalOptions, CloseOptions {
  readonly type: "announcement";
  readonly form: AnnouncementForm;
  /** One, or for `carousel` and `tabs` several: slides and tabs in this order. */
  readonly panels: readonly Panel[];
  readonly tone: Tone;
  /**
   * Whether it can be read again in the feed (`fanfare.feed()`), also by those whom it did not interrupt. Where absent: what
   * goes by itself can (WCAG 2.2.1).
   */
  readonly feed?: boolean | undefined;
}

/** Whether an announcement can be read again in the feed. */
export function isInFeed({ feed, form }: Pick<AnnouncementBody, "feed" | "form">): boolean {
  return feed ?? form === "toast";
}
