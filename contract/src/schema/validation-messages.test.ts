import { expect, test } from "bun:test";
import { z } from "zod";
import "./validation-messages.ts";

const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

const FORMS = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("a") }),
  z.object({ kind: z.literal("b"), of: z.string() }),
]);

const CASES: readonly (readonly [schema: z.ZodType, value: unknown, message: string])[] = [
  [z.string().max(120), "x".repeat(121), "Use at most 120 characters."],
  [z.string().min(8), "short", "Use at least 8 characters."],
  [z.string().min(1), "", "This field is required."],
  [z.object({ name: z.string() }), {}, "This field is required."],
  [z.string(), 7, "Enter text."],
  [z.string().regex(/^[a-z]+$/), "7", "Contains characters that aren't allowed."],
  [z.email(), "ada", "Enter a valid email address."],
  [z.url(), "shop", "Enter a valid URL."],
  [z.uuidv7(), "7", "Enter a valid UUID."],
  [z.iso.datetime(), "noon", "Enter a date and time in ISO 8601 format."],
  [z.number(), "7", "Enter a number."],
  [z.number(), Number.NaN, "Enter a number."],
  [z.number().int(), 1.5, "Enter a whole number."],
  [z.number().min(1), 0, "Enter at least 1."],
  [z.number().max(5), 7, "Enter at most 5."],
  [z.number().positive(), 0, "Enter more than 0."],
  [z.number().lt(5), 5, "Enter less than 5."],
  [z.number().multipleOf(5), 7, "Use a multiple of 5."],
  [z.boolean(), "yes", "Use true or false."],
  [z.array(z.string()), "a", "Use a list."],
  [z.array(z.string()).min(1), [], "Add at least one item."],
  [z.array(z.string()).min(2), ["a"], "Add at least 2 items."],
  [z.array(z.string()).max(1), ["a", "b"], "Add at most 1 items."],
  [z.object({}), 7, "Use an object."],
  [z.record(z.string().max(2), z.string()), { long: "x" }, "Use at most 2 characters."],
  [z.strictObject({}), { a: 1 }, "Unknown field: a."],
  [z.strictObject({}), { a: 1, b: 2 }, "Unknown fields: a, b."],
  [z.enum(["a", "b"]), "c", "Use one of a, b."],
  [z.literal("a"), "c", "Use a."],
  [z.union([z.number(), z.boolean()]), "c", "This value isn't valid."],
  [FORMS, {}, "This field is required."],
  [FORMS, { kind: "c" }, "Use one of a, b."],
  [z.custom(() => false), "c", "This value isn't valid."],
];

test("says what to enter for every rule without a message of its own", () => {
  for (const [schema, value, message] of CASES) expect(messageOf(schema, value)).toBe(message);
});

test("keeps a schema's own message", () => {
  expect(messageOf(z.string().min(1, "Enter a name."), "")).toBe("Enter a name.");
});
