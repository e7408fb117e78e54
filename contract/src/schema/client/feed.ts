import { z } from "zod";
import type { Panel } from "../../content/panel.ts";
import type { Tone } from "../../content/tone.ts";
import { isId } from "../../lib/ids.ts";
import { limits } from "../../limits.ts";
import type { NoticeAction } from "../../realtime/live-update.ts";
import type { Untranslated } from "../../translation/translation.ts";
import { externalIdSchema } from "./v1.ts";

interface ItemBase {
  readonly id: string;
  readonly tone: Tone;
  /** When it was added. */
  readonly at: string;
  /** Null if unread. */
  readonly read_at: string | null;
}

/** An entry of the feed: an announcement with `feed`, or a live update that hasn't expired. */
export type FeedItem =
  | (ItemBase & {
      readonly kind: "announcement";
      readonly slug: string;
      readonly panels: readonly Panel[];
      /** Language of the texts, if known, and texts shown in another language. */
      readonly locale?: string | undefined;
      readonly untranslated?: Untranslated | undefined;
    })
  | (ItemBase & {
      readonly kind: "live_update";
      readonly title?: string | undefined;
      readonly text: string;
      readonly action?: NoticeAction | undefined;
    });

/** Response of `GET feed` and `POST feed/read`, newest first. */
export interface FeedResponse {
  readonly items: readonly FeedItem[];
  readonly unread: number;
}

/** Read items. Ignores items that aren't in the person's feed, because they may have expired. */
export const feedReadRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  ids: z
    .array(z.string().refine((id) => isId("cnt", id) || isId("lup", id), "Use IDs of feed items."))
    .min(1)
    .max(2 * limits.feed_items_max),
});
