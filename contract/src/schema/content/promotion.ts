import { z } from "zod";
import { limits } from "../../limits.ts";
import { appIdSchema } from "../app-id.ts";

/** `GET /api/promotions?app_id=&from_app_id=` lists what is live in another app, and not in this one. */
export const promotionsQuerySchema = z.strictObject({ app_id: appIdSchema, from_app_id: appIdSchema });

/** `POST /api/promotions?app_id=` publishes these versions in the app, or nothing. */
export const promoteRequestSchema = z.strictObject({
  from_app_id: appIdSchema,
  items: z
    .array(
      z.strictObject({
        content_id: z.string().max(limits.id_chars_max),
        /** The version that was reviewed. It must still be live in the other app. */
        version_id: z.string().max(limits.id_chars_max),
      }),
    )
    .min(1)
    .max(limits.promotion_items_max),
});

/** `POST /api/contents/{id}/review?app_id=&reviewers=`: asks these members, or without any everyone who can approve. */
export const requestReviewQuerySchema = z.strictObject({
  app_id: appIdSchema,
  /** Comma-separated IDs of members. */
  reviewers: z
    .string()
    .max(limits.reviewers_max * (limits.id_chars_max + 1))
    .default("")
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(z.array(z.string()).max(limits.reviewers_max)),
});

/** `POST /api/contents/{id}/schedule?app_id=` with `If-Match`: publishes this revision at that time. */
export const schedulePublishRequestSchema = z.strictObject({
  publish_at: z.iso.datetime({ offset: true, error: "Enter a date and time with its offset from UTC." }),
});

/** `GET /api/contents/{id}/warnings?app_id=&version_id=`: about the draft, unless a version is named. */
export const publishWarningsQuerySchema = z.strictObject({
  app_id: appIdSchema,
  version_id: z.string().max(limits.id_chars_max).optional(),
});
