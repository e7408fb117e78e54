import { z } from "zod";

/**
 * Result of parsing a draft. `valid`: can be published as it is. `incomplete`: saved, to be completed or corrected
 * later. `invalid`: can't be saved, because it couldn't be displayed or corrected.
 */
export type DraftResult<Value> =
  | { readonly outcome: "valid"; readonly value: Value }
  | { readonly outcome: "incomplete"; readonly value: Value; readonly issues: readonly z.core.$ZodIssue[] }
  | { readonly outcome: "invalid"; readonly issues: readonly z.core.$ZodIssue[] };

/** `params` of a schema check whose failure prevents saving, even as a draft. */
export const NEVER_SAVABLE = { never_kept: true } as const;

/**
 * Parses a value that may be incomplete below `under`. Everything else must match the schema. An incomplete draft has
 * its defaults and its invalid values as written; missing numbers are null.
 *
 * @example
 * parseDraft(editionSchema, { body: { type: "tour", steps: [] } }); // incomplete: "A tour needs at least one step."
 */
export function parseDraft<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  under: readonly PropertyKey[] = [],
): DraftResult<z.output<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { outcome: "valid", value: parsed.data };
  const { issues } = parsed.error;
  const wrong = issues.filter(
    (issue) => !under.every((part, index) => issue.path[index] === part) || !mayBeIncomplete(issue, value),
  );
  if (wrong.length > 0) return { outcome: "invalid", issues: wrong };
  // Partial output of the schema, which safeParse discards on errors.
  const read = schema._zod.run({ value, issues: [] }, { async: false });
  if (read instanceof Promise) throw new z.core.$ZodAsyncError();
  // Matches the schema except at the paths in `issues`.
  return { outcome: "incomplete", value: read.value as z.output<Schema>, issues };
}

/** Whether a value is unfinished, as opposed to malformed. */
function mayBeIncomplete(issue: z.core.$ZodIssue, value: unknown): boolean {
  // Tags are listed across the workspace and IDs are references, so both must be valid from the start.
  const whole = issue.path.includes("tags") || issue.path.at(-1) === "id";
  switch (issue.code) {
    case "too_small":
    case "invalid_format":
      return !whole;
    case "too_big":
      return !whole && issue.origin !== "array";
    case "custom":
      return issue.params?.["never_kept"] !== true;
    case "invalid_type": {
      const found = valueAt(value, issue.path);
      return ["number", "int"].includes(issue.expected) && (found === null || typeof found === "number");
    }
    case "invalid_union":
      return issue.errors.some(
        (option) =>
          option.length > 0 &&
          option.every((inner) => mayBeIncomplete({ ...inner, path: [...issue.path, ...inner.path] }, value)),
      );
    default:
      return false;
  }
}

/** Value at a path, or undefined. Reads own properties only. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (within, part) =>
      typeof within === "object" && within !== null ? Object.getOwnPropertyDescriptor(within, part)?.value : undefined,
    value,
  );
}
