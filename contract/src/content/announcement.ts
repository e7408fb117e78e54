import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { Panel } from "./panel.ts";
import type { Tone } from "./tone.ts";

export const ANNOUNCEMENT_FORMS = ["modal", "carousel", "tabs", "toast", "banner"] as const;
/**
 * `modal`, `carousel`, and `tabs` are dialogs over the page. `toast` is a note in the corner that closes automatically
 * if it has no button. `banner` sits above the page and pushes it down.
 */
export type AnnouncementForm = (typeof ANNOUNCEMENT_FORMS)[number];

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
}

export function isInFeed({ feed, form }: Pick<AnnouncementBody, "feed" | "form">): boolean {
  return feed ?? form === "toast";
}
