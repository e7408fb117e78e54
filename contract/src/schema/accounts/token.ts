/** API tokens: how scripts call `/api`. */
import { z } from "zod";
import { limits } from "../../limits.ts";

/** `content.read` is one action of the policy, `content.*` all on a noun, `*.read` all that only looks, `*` everything. */
const scopeSchema = z
  .string()
  .regex(/^(\*|(\*|[a-z_]{1,40})\.(\*|[a-z_]{1,40}))$/, "Use a scope such as content.read, content.*, *.read, or *.");

/** `POST /api/tokens` answers 201 with a {@link CreatedToken}. */
export const createTokenRequestSchema = z.strictObject({
  name: z.string().trim().min(1, "Describe what the token is for.").max(limits.token_name_chars_max),
  scopes: z.array(scopeSchema).min(1, "Select at least one scope.").max(limits.token_scopes_max),
  /** Null: until it is revoked. */
  expires_in_days: z.number().int().min(1).max(limits.token_days_max).nullable().default(null),
});
export type CreateTokenRequest = z.input<typeof createTokenRequestSchema>;
export type NewToken = z.output<typeof createTokenRequestSchema>;

/** `GET /api/tokens` */
export const tokensQuerySchema = z.strictObject({
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whose it is; null: made on the command line. */
  readonly member_id: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
}
export interface TokensResponse {
  readonly items: readonly Token[];
  /** Ask again with it as `after`; null on the last page. */
  readonly next: string | null;
}
/** `token` is in this answer and in no later one. */
export interface CreatedToken extends Token {
  readonly token: string;
}
