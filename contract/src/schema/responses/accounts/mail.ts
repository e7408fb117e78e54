import { z } from "zod";
import type { EmailDelivery, MailResponse } from "../../accounts/mail.ts";
import { exactSchema } from "../exact-schema.ts";
import { mailServerSchema } from "../stored-schemas.ts";

export const emailDeliverySchema = exactSchema<EmailDelivery>("Delivery")(
  z.discriminatedUnion("state", [
    z.strictObject({ state: z.literal("sent") }),
    z.strictObject({ state: z.literal("off") }),
    z.strictObject({ state: z.literal("failed"), says: z.string() }),
  ]),
);

export const mailResponseSchema = exactSchema<MailResponse>("MailResponse")(
  z.strictObject({
    server: z.strictObject({ ...mailServerSchema.shape, has_password: z.boolean(), revision: z.number() }).nullable(),
    offers_reset: z.boolean(),
  }),
);
