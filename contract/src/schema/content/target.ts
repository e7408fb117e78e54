import { z } from "zod";
import { limits } from "../../limits.ts";
import type { Target } from "../../target/target.ts";

const valueSchema = z
  .string()
  .min(1, "Pick an element on your page, or enter a value.")
  .max(limits.target_value_chars_max);

/** A locator, with more fields where it has a purpose of its own. */
function locatorSchema<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("test_id"), value: valueSchema, ...fields }),
    z.strictObject({
      kind: z.literal("role_name"),
      role: z.string().regex(/^[a-z]{1,40}$/),
      name: valueSchema,
      ...fields,
    }),
    z.strictObject({ kind: z.literal("label"), value: valueSchema, ...fields }),
    z.strictObject({
      kind: z.literal("text"),
      value: valueSchema,
      tag: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,40}$/)
        .optional(),
      ...fields,
    }),
    z.strictObject({
      kind: z.literal("attribute"),
      name: z.string().regex(/^[A-Za-z_][\w.:-]{0,60}$/),
      value: valueSchema,
      ...fields,
    }),
    z.strictObject({ kind: z.literal("css"), value: valueSchema, ...fields }),
  ]);
}

const scopeSchema = locatorSchema({ optional: z.literal(true).optional() });

export const targetSchema = z
  .strictObject({
    strategies: z.array(locatorSchema({})).min(1, "Add at least one locator.").max(limits.target_strategies_max),
    scope: scopeSchema.optional(),
    outer_scopes: z.array(scopeSchema).min(1).max(limits.target_outer_scopes_max).optional(),
    picked: z.literal(true).optional(),
  })
  .refine(({ scope, outer_scopes }) => scope !== undefined || outer_scopes === undefined, {
    message: "outer_scopes are around scope, so set scope, too.",
    path: ["scope"],
  }) satisfies z.ZodType<Target>;

/** How long to wait for a target, in milliseconds. */
export const waitSchema = z.int().min(1).max(limits.step_wait_ms_max).default(limits.step_wait_ms_default);
