import { z } from "zod";
import type { CreatedToken, Token, TokensResponse } from "../token.ts";
import { exactly, listOf } from "./exactly.ts";

export const tokenSchema = exactly<Token>("Token")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    scopes: listOf(z.string()),
    member_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
  }),
);

export const createdTokenSchema = exactly<CreatedToken>("CreatedToken")(tokenSchema.extend({ token: z.string() }));

export const tokensResponseSchema = exactly<TokensResponse>("TokensResponse")(
  z.strictObject({ items: listOf(tokenSchema), next: z.string().nullable() }),
);
