import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** `GET /api/apps/{id}/secrets`, newest first. Secrets are only shown on creation. */
export const appSecretsResponseSchema = responseSchema("AppSecretsResponse", {
  items: readonlyArray(
    z.strictObject({
      id: z.string(),
      created_at: z.iso.datetime(),
      revoked_at: z.iso.datetime().nullable(),
      /** Accurate to about a minute. Null if the secret was never used. */
      last_used_at: z.iso.datetime().nullable(),
    }),
  ),
});
export type AppSecretsResponse = ResponseOf<typeof appSecretsResponseSchema>;

/** Only this response contains the secret. */
export const createdAppResponseSchema = responseSchema("CreatedAppResponse", {
  id: z.string(),
  key: z.string(),
  secret: z.string(),
  name: z.string(),
});
export type CreatedAppResponse = ResponseOf<typeof createdAppResponseSchema>;

export const newSecretResponseSchema = responseSchema("NewSecretResponse", { id: z.string(), secret: z.string() });
