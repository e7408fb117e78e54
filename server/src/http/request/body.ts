import { limits } from "@fanfare/contract/limits";
import { type FieldProblem, ProblemError } from "@fanfare/contract/problem";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import type { Context } from "hono";
import type { z } from "zod";
import { exceedsDepth } from "../../lib/json-depth.ts";
import { readBytes } from "../../lib/read-bytes.ts";
import { truncate } from "../../lib/truncate.ts";

/** At most this many wrong fields are named in one answer. */
const FIELDS_NAMED_MAX = 20;

/**
 * The body as `schema` understands it. Everything that costs is bounded first: bytes are counted while they arrive, depth
 * is counted before `JSON.parse`, and only then is the shape checked.
 *
 * @throws ProblemError `body_too_large`, `json_invalid` or `body_invalid`, which names each wrong field by JSON pointer.
 * @example
 * const { email, password } = await parseBody(c, signInRequestSchema);
 */
export async function parseBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  bytes_max: number = limits.body_bytes_max,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(await readText(c.req.raw, bytes_max)));
  if (parsed.success) return parsed.data;
  throw validationProblem("body_invalid", "The body", fieldProblems(parsed.error));
}

/**
 * {@link parseBody} for what will be shown to people as it was written: text that not every database can hold is refused
 * at its field, not changed.
 */
export async function parseText<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  bytes_max: number = limits.body_bytes_max,
): Promise<z.output<Schema>> {
  const body = await parseBody(c, schema, bytes_max);
  assertValidText(body, "body_invalid");
  return body;
}

/** What an editor says that saves while somebody writes (RFC 7240, section 4.4). */
const LENIENT = "handling=lenient";

/**
 * {@link parseText} for what holds a draft. A caller that prefers it may leave the draft incomplete, and is told that it
 * may: publishing is what asks for all of it.
 *
 * @throws ProblemError `body_invalid` for what is no draft, and for whatever stands beside `/draft` and is wrong.
 */
export async function parseWithDraft<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  if (!preferencesOf(c).includes(LENIENT)) return parseText(c, schema);
  c.header("Preference-Applied", LENIENT);
  const read = parseDraft(schema, parseJson(await readText(c.req.raw, limits.body_bytes_max)), ["draft"]);
  if (read.outcome === "invalid") throw validationProblem("body_invalid", "The body", fieldProblems(read));
  assertValidText(read.value, "body_invalid");
  return read.value;
}

/** Each preference without what belongs to it, in lower case (RFC 7240, section 2). */
function preferencesOf(c: Context): readonly string[] {
  return (c.req.header("prefer") ?? "")
    .split(",")
    .map((each) => (each.split(";")[0] ?? "").replaceAll(/[\s"]/g, "").toLowerCase());
}

/** The query as `schema` understands it; a name that stands twice keeps its first value. */
export function parseQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(c.req.query());
  if (parsed.success) {
    assertValidText(parsed.data, "query_invalid");
    return parsed.data;
  }
  throw validationProblem("query_invalid", "The query", fieldProblems(parsed.error));
}

/**
 * Body of a request as UTF-8 text, at most `bytes_max` bytes.
 *
 * @throws ProblemError `body_too_large` as soon as it is known, before the rest has arrived.
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
  throw validationProblem(code, code === "body_invalid" ? "The body" : "The query", [{ pointer, message }]);
}

/** Issues of zod as fields: a JSON pointer (RFC 6901) and a sentence. An unknown key is pointed at itself. */
function fieldProblems({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): readonly FieldProblem[] {
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
 * A JSON pointer (RFC 6901); parts of a stranger's length are cut.
 *
 * @example
 * pointerOf(["draft", "body", "steps", 0, "a/b"]); // "/draft/body/steps/0/a~1b"
 */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${truncate(String(part)).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Where a value holds text that PostgreSQL cannot: a NUL, or half of a surrogate pair. SQLite could, and nobody means to
 * write either. Undefined when all of it can be stored. The depth of the value was bounded when it was read.
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
