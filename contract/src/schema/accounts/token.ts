import { z } from "zod";
import { limits } from "../../limits.ts";

/**
 * `content.read` is one action of the policy, `content.*` all actions on a noun, `*.read` all read-only actions, and
 * `*` everything.
 */
const scopeSchema = z
  .string()
  .regex(/^(\*|(\*|[a-z_]{1,40})\.(\*|[a-z_]{1,40}))$/, "Use a scope such as content.read, content.*, *.read, or *.");

export const createTokenRequestSchema = z.strictObject({
  name: z.string().trim().min(1, "Describe what the token is for.").max(limits.token_name_chars_max),
  scopes: z.array(scopeSchema).min(1, "Select at least one scope.").max(limits.token_scopes_max),
  /** Null: doesn't expire. */
  expires_in_days: z.number().int().min(1).max(limits.token_days_max).nullable().default(null),
});
export type NewToken = z.output<typeof createTokenRequestSchema>;
