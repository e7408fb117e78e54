import { z } from "zod";
import { namedSchema, type ResponseOf, responseSchema } from "../response-schema.ts";
import { mailServerSchema } from "../stored-schemas.ts";

/** Delivery state of an email with a link. The response always contains the link. */
export const emailDeliverySchema = namedSchema(
  "Delivery",
  z.discriminatedUnion("state", [
    z.strictObject({ state: z.literal("sent") }),
    z.strictObject({ state: z.literal("off") }),
    z.strictObject({ state: z.literal("failed"), says: z.string() }),
  ]),
);
export type EmailDelivery = ResponseOf<typeof emailDeliverySchema>;

/** `GET /api/mail`. `server` is null if none is configured. Links are then passed on manually. */
export const mailResponseSchema = responseSchema("MailResponse", {
  server: z.strictObject({ ...mailServerSchema.shape, has_password: z.boolean(), revision: z.number() }).nullable(),
  /** Whether the sign-in page offers password reset links. Requires a mail server and FANFARE_PUBLIC_URL. */
  offers_reset: z.boolean(),
});
export type MailResponse = ResponseOf<typeof mailResponseSchema>;
