import { z } from "zod";

/**
 * What a schema makes of a draft. `valid` may be published as it is. `incomplete` is kept: its author has not written
 * everything yet, or will put it right. `invalid` is no draft: nothing could show or mend it.
 */
export type DraftResult<Value> =
  | { readonly outcome: "valid"; readonly value: Value }
  | { readonly outcome: "incomplete"; readonly value: Value; readonly issues: readonly z.core.$ZodIssue[] }
  | { readonly outcome: "invalid"; readonly issues: readonly z.core.$ZodIssue[] };

/** For a check of a schema, as its `params`: what fails it is not even kept in a draft. */
export const NEVER_SAVABLE = { never_kept: true } as const;

/**
 * Reads what may be incomplete below `under`; everything beside it has to be as the schema says. Of an incomplete draft
 * the value has its defaults, and what is wrong stands in it as it was written; a number that is missing is null.
 *
 * @example
 * readDraft(editionSchema, { body: { type: "tour", steps: [] } }); // incomplete: "A tour needs at least one step."
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
  // The schema's own reading, which safeParse throws away where something is wrong.
  const read = schema._zod.run({ value, issues: [] }, { async: false });
  if (read instanceof Promise) throw new z.core.$ZodAsyncError();
  // What the schema makes of the value, but for the places that `issues` name.
  return { outcome: "incomplete", value: read.value as z.output<Schema>, issues };
}

/** Whether something is left to be written, as against a shape that nothing here knows. */
function mayBeIncomplete(issue: z.core.$ZodIssue, value: unknown): boolean {
  // Tags are listed for everybody, and ids lead to places: they are whole from the beginning.
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

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (within, part) =>
      typeof within === "object" && within !== null ? Object.getOwnPropertyDescriptor(within, part)?.value : undefined,
    value,
  );
}
