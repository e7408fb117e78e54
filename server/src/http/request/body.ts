import { limits } from "@fanfare/contract/limits";
import { type FieldProblem, ProblemError } from "@fanfare/contract/problem";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import type { Context } from "hono";
import type { z } from "zod";
import { exceedsDepth } from "../../lib/json-depth.ts";
import { readBytes } from "../../lib/read-bytes.ts";
import { truncate } from "../../lib/truncate.ts";

const FIELDS_NAMED_MAX = 20;

/**
 * Parses and validates the body: {@link readJson}, then {@link validateBody}.
 *
 * @example
 * const { email, password } = await parseBody(c, signInRequestSchema);
 */
export async function parseBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  bytes_max: number = limits.body_bytes_max,
): Promise<z.output<Schema>> {
  return validateBody(await readJson(c, bytes_max), schema);
}

/**
 * Reads a JSON body. Limits its cost: counts bytes while they arrive, and checks the depth before `JSON.parse`.
 *
 * @throws ProblemError `body_too_large` or `json_invalid`.
 */
export async function readJson(c: Context, bytes_max: number = limits.body_bytes_max): Promise<unknown> {
  return parseJson(await readText(c.req.raw, bytes_max));
}

/** @throws ProblemError `body_invalid`, which lists each invalid field by JSON pointer. */
export function validateBody<Schema extends z.ZodType>(body: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw validationProblem("body_invalid", "The body", fieldProblems(parsed.error));
}

/**
 * {@link validateBody} for text that is shown as written. Rejects text that not every database can store, instead of
 * changing it.
 */
export function validateText<Schema extends z.ZodType>(body: unknown, schema: Schema): z.output<Schema> {
  const parsed = validateBody(body, schema);
  assertValidText(parsed, "body_invalid");
  return parsed;
}

/** Preference of an editor that saves while typing (RFC 7240 section 4.4). */
const LENIENT = "handling=lenient";

/**
 * {@link validateText} for bodies with a draft. With the lenient preference, drafts may be incomplete, and the response
 * confirms it. Publishing requires a complete draft.
 *
 * @throws ProblemError `body_invalid` for an invalid draft, or for errors outside `/draft`.
 */
export function validateWithDraft<Schema extends z.ZodType>(
  c: Context,
  body: unknown,
  schema: Schema,
): z.output<Schema> {
  if (!preferencesOf(c).includes(LENIENT)) return validateText(body, schema);
  c.header("Preference-Applied", LENIENT);
  const read = parseDraft(schema, body, ["draft"]);
  if (read.outcome === "invalid") throw validationProblem("body_invalid", "The body", fieldProblems(read));
  assertValidText(read.value, "body_invalid");
  return read.value;
}

/** Preferences without their parameters, in lowercase (RFC 7240 section 2). */
function preferencesOf(c: Context): readonly string[] {
  return (c.req.header("prefer") ?? "")
    .split(",")
    .map((each) => (each.split(";")[0] ?? "").replaceAll(/[\s"]/g, "").toLowerCase());
}

/**
 * Query parameters by name.
 *
 * @throws ProblemError `query_invalid` for repeated ones.
 */
export function readQuery(c: Context): Record<string, string> {
  const repeated = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated.length === 0) return c.req.query();
  const message = "This parameter appears more than once. Send it once.";
  const fields = repeated.map(([name]) => ({ pointer: pointerOf([name]), message })).slice(0, FIELDS_NAMED_MAX);
  throw validationProblem("query_invalid", "The query", fields);
}

/** Validates the query. */
export function parseQuery<Schema extends z.ZodType>(
  query: Readonly<Record<string, string>>,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) {
    assertValidText(parsed.data, "query_invalid");
    return parsed.data;
  }
  throw validationProblem("query_invalid", "The query", fieldProblems(parsed.error));
}

/**
 * Parameters of the path. Text that can't be stored names nothing.
 *
 * @throws ProblemError `query_invalid`.
 */
export function readPathParameters(c: Context): Readonly<Record<string, string>> {
  const parameters = c.req.param();
  assertValidText(parameters, "query_invalid");
  return parameters;
}

/**
 * Request body as UTF-8 text, at most `bytes_max` bytes.
 *
 * @throws ProblemError `body_too_large` as soon as the limit is exceeded, before the rest has arrived.
 */
export async function readText(request: Request, bytes_max: number): Promise<string> {
  const bytes = await readBytes(request, bytes_max);
  if (bytes === "too_large") throw bodyTooLarge(bytes_max);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ProblemError("json_invalid", "The body isn't UTF-8 text. Send JSON in UTF-8.");
  }
}

function bodyTooLarge(bytes_max: number): ProblemError {
  return new ProblemError("body_too_large", `The body is larger than ${bytes_max} bytes. Send less at a time.`);
}

function parseJson(text: string): unknown {
  if (exceedsDepth(text, limits.json_depth_max)) {
    throw new ProblemError(
      "json_invalid",
      `The body is nested deeper than ${limits.json_depth_max} levels. Flatten it.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError("json_invalid", "The body isn't valid JSON. Check its syntax.");
  }
}

function assertValidText(value: unknown, code: "body_invalid" | "query_invalid"): void {
  const pointer = invalidTextAt(value);
  if (pointer === undefined) return;
  const message = "This text contains invalid characters. Enter it again.";
  throw validationProblem(code, code === "body_invalid" ? "The body" : "The query or path", [{ pointer, message }]);
}

/** Converts zod issues to fields: a JSON pointer (RFC 6901) and a message. Unknown keys get their own pointer. */
export function fieldProblems({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): readonly FieldProblem[] {
  return issues
    .flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({
            pointer: pointerOf([...issue.path, key]),
            message: "Unknown field. Remove it.",
          }))
        : [{ pointer: pointerOf(issue.path), message: issue.message }],
    )
    .slice(0, FIELDS_NAMED_MAX);
}

function validationProblem(
  code: "body_invalid" | "query_invalid",
  what: string,
  fields: readonly FieldProblem[],
): ProblemError {
  const first = fields[0];
  const where = first === undefined ? "" : ` At ${first.pointer === "" ? "the top" : first.pointer}: ${first.message}`;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more, see fields)` : "";
  return new ProblemError(code, `${what} is invalid.${where}${more}`, { fields });
}

/**
 * JSON pointer (RFC 6901). Truncates overlong segments.
 *
 * @example
 * pointerOf(["draft", "body", "steps", 0, "a/b"]); // "/draft/body/steps/0/a~1b"
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${truncate(String(part)).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Path of text that PostgreSQL can't store, NUL or a lone surrogate, or undefined. SQLite could store it, but it's
 * never intended. The parser has already limited the depth.
 */
function invalidTextAt(value: unknown, path: readonly PropertyKey[] = []): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? pointerOf(path) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = invalidTextAt(item, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
