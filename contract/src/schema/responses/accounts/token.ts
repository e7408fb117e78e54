import { z } from "zod";
import type { CreatedToken, Token, TokensResponse } from "../../accounts/token.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

const tokenSchema = exactSchema<Token>("Token")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    scopes: readonlyArray(z.string()),
    member_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
  }),
);

export const createdTokenSchema = exactSchema<CreatedToken>("CreatedToken")(tokenSchema.extend({ token: z.string() }));

export const tokensResponseSchema = exactSchema<TokensResponse>("TokensResponse")(
  z.strictObject({ items: readonlyArray(tokenSchema), next: z.string().nullable() }),
);
