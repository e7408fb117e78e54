import { limits } from "@fanfare/contract/limits";
import type { ProblemError } from "@fanfare/contract/problem";
import { valueAt } from "@fanfare/contract/schema/content/draft";
import { z } from "zod";
import { correct, type Issue } from "./corrections.ts";
import type { PatchOperation } from "./json-patch.ts";
import type { CallApi, McpTool } from "./tools.ts";

/** What an assistant does about a refused call. */
export interface Remedy {
  /** Changes to the arguments, after which the call is accepted. */
  readonly corrections?: readonly PatchOperation[];
  /** A call that returns what the arguments lack. */
  readonly call_first?: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
}

/** Arguments that can't be made up, and the tool that returns them. */
const LOOKUPS: Readonly<Record<string, string>> = {
  app_id: "list_apps",
  content_id: "list_contents",
  revision: "get_content",
  version_id: "history",
};

/** Remedy for arguments that a tool refuses. */
export function remedyForArguments(tool: McpTool, input: unknown, issues: readonly Issue[]): Remedy {
  const corrections = correct(tool.check, input);
  const placeholders = corrections?.filter(({ op, path }) => op === "add" && path.slice(1) in LOOKUPS) ?? [];
  if (corrections !== undefined && placeholders.length === 0) return { corrections };
  const missing = issues.flatMap(({ path }) => (path.length === 1 ? [String(path[0])] : []));
  const name = Object.keys(LOOKUPS).find((each) => missing.includes(each));
  return name === undefined ? {} : callFirst(LOOKUPS[name] ?? "", input);
}

/** Remedy for a problem that the API returned. Looks up what the arguments should have named. */
export async function remedyForProblem({ code }: ProblemError, input: unknown, call: CallApi): Promise<Remedy> {
  switch (code) {
    case "app_not_found":
      return await knownApp(input, call);
    case "content_not_found":
      return await knownContent(input, call);
    case "slug_taken":
      return await freeSlug(input, call);
    case "revision_stale":
      return callFirst("get_content", input);
    case "edition_invalid":
      return callFirst("validate_draft", input);
    case "review_required":
      return callFirst("request_review", input);
    case "version_not_found":
      return callFirst("history", input);
    default:
      return {};
  }
}

/** Each tool gets those of the arguments that it has. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  list_apps: [],
  list_contents: ["app_id"],
  request_review: ["app_id", "content_id", "revision"],
};

function callFirst(tool: string, input: unknown): Remedy {
  const names = ARGUMENTS[tool] ?? ["app_id", "content_id"];
  const known = names.map((name) => [name, valueAt(input, [name])] as const);
  const lacks = known.find(([, value]) => value === undefined);
  // What the other tool needs may be missing, too.
  if (lacks !== undefined && LOOKUPS[lacks[0]] !== undefined) return callFirst(LOOKUPS[lacks[0]] ?? "", input);
  return { call_first: { tool, arguments: Object.fromEntries(known) } };
}

const appsSchema = z.object({ items: z.array(z.object({ id: z.string(), key: z.string(), name: z.string() })) });

async function knownApp(input: unknown, call: CallApi): Promise<Remedy> {
  const { items } = appsSchema.parse(await call({ method: "GET", path: "/api/apps" }));
  const given = String(valueAt(input, ["app_id"]));
  const [only, second] = items.filter(({ key, name }) => [key, name].includes(given));
  // An environment is never guessed: only its own key or name stands for it.
  if (only === undefined || second !== undefined) return callFirst("list_apps", input);
  return { corrections: [{ op: "replace", path: "/app_id", value: only.id }] };
}

const contentsSchema = z.object({
  items: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
});

async function contentsLike(q: string, input: unknown, call: CallApi) {
  const query = { app_id: String(valueAt(input, ["app_id"])), q: q.slice(0, limits.search_chars_max) };
  return contentsSchema.parse(await call({ method: "GET", path: "/api/contents", query })).items;
}

async function knownContent(input: unknown, call: CallApi): Promise<Remedy> {
  const given = String(valueAt(input, ["content_id"]));
  const [only, second] = (await contentsLike(given, input, call)).filter(({ slug, name }) =>
    [slug, name].includes(given),
  );
  if (only === undefined || second !== undefined) return callFirst("list_contents", input);
  return { corrections: [{ op: "replace", path: "/content_id", value: only.id }] };
}

/** Numbers that are tried. */
const NUMBERS_MAX = 50;

async function freeSlug(input: unknown, call: CallApi): Promise<Remedy> {
  const slug = String(valueAt(input, ["slug"]));
  const base = slug.replace(/-\d+$/, "");
  const taken = new Set((await contentsLike(base, input, call)).map((item) => item.slug));
  const numbered = Array.from({ length: NUMBERS_MAX }, (_, index) => `${base}-${index + 2}`);
  const value = numbered.find((each) => !taken.has(each));
  return value === undefined ? {} : { corrections: [{ op: "replace", path: "/slug", value }] };
}
