import { z } from "zod";
import type { Delivery, MailResponse } from "../mail.ts";
import { exactly } from "./exactly.ts";
import { mailServerSchema } from "./stored.ts";

export const deliverySchema = exactly<Delivery>("Delivery")(
  z.discriminatedUnion("state", [
    z.strictObject({ state: z.literal("sent") }),
    z.strictObject({ state: z.literal("off") }),
    z.strictObject({ state: z.literal("failed"), says: z.string() }),
  ]),
);

export const mailResponseSchema = exactly<MailResponse>("MailResponse")(
  z.strictObject({
    server: z.strictObject({ ...mailServerSchema.shape, has_password: z.boolean(), revision: z.number() }).nullable(),
    offers_reset: z.boolean(),
  }),
);
