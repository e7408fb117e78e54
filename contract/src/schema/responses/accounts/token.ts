import { z } from "zod";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

const tokenSchema = responseSchema("Token", {
  id: z.string(),
  name: z.string(),
  scopes: readonlyArray(z.string()),
  /** Owner of the token. Null if it was created on the command line. */
  member_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
});
export type Token = ResponseOf<typeof tokenSchema>;

/** Only this response contains `token`. */
export const createdTokenSchema = responseSchema("CreatedToken", { ...tokenSchema.shape, token: z.string() });
export type CreatedToken = ResponseOf<typeof createdTokenSchema>;

export const tokensResponseSchema = pageSchema("TokensResponse", tokenSchema);
