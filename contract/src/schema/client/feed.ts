import { z } from "zod";
import type { Panel } from "../../content/panel.ts";
import type { Tone } from "../../content/tone.ts";
import type { Untranslated } from "../../content/translation.ts";
import { isId } from "../../lib/ids.ts";
import { limits } from "../../limits.ts";
import type { NoticeAction } from "../../realtime/live-update.ts";
import { externalIdSchema } from "./v1.ts";

interface ItemBase {
  /** Of the content, or of the live update. */
  readonly id: string;
  readonly tone: Tone;
  /** Since when it is there. */
  readonly at: string;
  /** Null while it is unread. */
  readonly read_at: string | null;
}

/** What somebody can read again: an announcement that is kept for that, or a live update whose time is not over. */
export type FeedItem =
  | (ItemBase & {
      readonly kind: "announcement";
      readonly slug: string;
      readonly panels: readonly Panel[];
      /** The language that its texts are in, where that is known, and which of them are in another one. */
      readonly locale?: string | undefined;
      readonly untranslated?: Untranslated | undefined;
    })
  | (ItemBase & {
      readonly kind: "live_update";
      readonly title?: string | undefined;
      readonly text: string;
      readonly action?: NoticeAction | undefined;
    });

/** Answer of `GET feed` and `POST feed/read`: the newest first. */
export interface FeedResponse {
  readonly items: readonly FeedItem[];
  readonly unread: number;
}

/** What the person has read. What is not in their feed is left out without a word: it may have gone meanwhile. */
export const feedReadRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  ids: z
    .array(z.string().refine((id) => isId("cnt", id) || isId("lup", id), "Use IDs of feed items."))
    .min(1)
    .max(2 * limits.feed_items_max),
});
