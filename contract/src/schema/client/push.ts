import { z } from "zod";
import { limits } from "../../limits.ts";
import { externalIdSchema } from "./v1.ts";

const KEYS_INVALID = "Send the keys of the browser's subscription as base64url.";

const base64Url = (bytes: number) =>
  z
    .string()
    .max(limits.push_key_chars_max)
    .refine((text) => /^[A-Za-z0-9_-]+={0,2}$/.test(text) && byteLength(text) === bytes, KEYS_INVALID);

const byteLength = (text: string): number => Math.floor((text.replace(/=+$/, "").length * 3) / 4);

/** `POST /v1/push-subscriptions`: the result of `PushSubscription.toJSON()`, and who it's for. */
export const pushSubscribeRequestSchema = z.strictObject({
  anonymous_token: z.string().max(limits.identity_token_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  endpoint: z.url().max(limits.webhook_url_chars_max),
  keys: z.strictObject({ p256dh: base64Url(65), auth: base64Url(16) }),
  /**
   * False: the page only checks its subscription, which stays if it belongs to this person. If it belongs to another
   * person, it's deleted, because someone else uses the browser now.
   */
  agreed: z.boolean(),
});
export type PushSubscribeRequest = z.output<typeof pushSubscribeRequestSchema>;

export interface PushSubscriptionResponse {
  /** Null: not subscribed. */
  readonly id: string | null;
}

/** `GET /v1/push-key`: what the browser subscribes with. */
export interface PushKeyResponse {
  /** Uncompressed P-256 point as base64url. */
  readonly public_key: string;
}

/** `POST /v1/push-clicks`: reported by the service worker, without the person's identity. */
export const pushClickRequestSchema = z.strictObject({ token: z.string().max(limits.identity_token_chars_max) });
