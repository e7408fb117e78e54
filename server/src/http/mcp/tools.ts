import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { CONTENT_STATUS_FILTERS } from "@fanfare/contract/content/content";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { createContentRequestSchema, updateContentRequestSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft, valueAt } from "@fanfare/contract/schema/content/draft";
import { createDebugLinkRequestSchema } from "@fanfare/contract/schema/people/debug-link";
import { overviewSchema } from "@fanfare/contract/schema/responses/analytics/overview";
import { publishWarningsSchema } from "@fanfare/contract/schema/responses/content/publish-warnings";
import { DEVICES } from "@fanfare/contract/targeting/rule";
import { z } from "zod";
import type { Action } from "../../accounts/access/policy.ts";
import { pointerOf } from "../request/body.ts";
import { parseTree } from "./accessibility-tree.ts";
import { correct, type Issue } from "./corrections.ts";
import { GUIDE, type GuideSection } from "./guide.ts";
import { proposeTargets } from "./propose-targets.ts";

/** A call of the public API, with the token of the assistant. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly revision?: number;
}

/** Returns the body of a successful response. @throws ProblemError with the API's own problem. */
export type CallApi = (call: ApiCall) => Promise<unknown>;

export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** The tool is only listed for tokens with this permission. */
  readonly action: Action | undefined;
  /** What the tool is for tokens whose permissions allow only some of its calls. */
  readonly limited?: (isAllowed: (action: Action) => boolean) => McpTool | undefined;
  readonly input: z.ZodObject;
  readonly hints: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
  /** What is wrong with these arguments, before anything is called. */
  check(input: unknown): readonly Issue[];
  /** `content_id` of the result: the response links to it. */
  run(call: CallApi, input: unknown): Promise<{ readonly data: unknown; readonly content_id?: string }>;
}

/** Issues that a result lists. */
const ISSUES_MAX = 50;

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false } as const;
const REPLACES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true } as const;

const app = { app_id: z.string().max(limits.id_chars_max).describe("App ID from list_apps.") };
const content = { ...app, content_id: z.string().max(limits.id_chars_max).describe("Content ID.") };
const pathOf = (content_id: string): string => `/api/contents/${encodeURIComponent(content_id)}`;

interface ToolOptions<Shape extends z.ZodRawShape> extends Omit<McpTool, "name" | "input" | "check" | "run"> {
  readonly input: Shape;
  /** Schema of a body with a draft, whose fields are arguments. */
  readonly body?: z.ZodObject;
  readonly run: (
    call: CallApi,
    input: z.output<z.ZodObject<Shape>>,
  ) => Promise<{ readonly data: unknown; readonly content_id?: string }>;
}

/** Unknown arguments are refused, so that an assistant learns about its mistake. */
function tool<const Shape extends z.ZodRawShape>(
  name: string,
  { input, body, run, ...rest }: ToolOptions<Shape>,
): McpTool {
  const schema = z.strictObject(input);
  const check = (raw: unknown): readonly Issue[] => {
    const { data, error } = schema.safeParse(raw);
    if (error !== undefined) return error.issues;
    return body === undefined ? [] : unsavable(body, data);
  };
  return { name, ...rest, input: schema, check, run: async (call, raw) => run(call, schema.parse(raw)) };
}

/** Issues for which the API refuses to save the body, even as a draft. */
function unsavable(schema: z.ZodObject, input: object): readonly Issue[] {
  const fields = Object.entries(input).filter(([name]) => name in schema.shape);
  const read = parseDraft(schema, Object.fromEntries(fields), ["draft"]);
  return read.outcome === "invalid" ? read.issues : [];
}

/** What drafts can name: the call that lists it, its permission, and whether it's about an app. */
const LISTS = {
  segments: { path: "/api/segments", action: "person.read", of_app: false },
  goals: { path: "/api/goals", action: "goal.read", of_app: true },
  themes: { path: "/api/themes", action: "content.read", of_app: false },
  event_names: { path: "/api/event-names", action: "analytics.read", of_app: true },
  tags: { path: "/api/tags", action: "content.read", of_app: false },
} as const satisfies Readonly<
  Record<string, { readonly path: string; readonly action: Action; readonly of_app: boolean }>
>;
type ListName = keyof typeof LISTS;
// Cast: Object.keys loses the key type.
const LIST_NAMES = Object.keys(LISTS) as readonly ListName[];
const SECTIONS = Object.keys(GUIDE) as [GuideSection, ...GuideSection[]];

const contentDetailSchema = z.looseObject({ id: z.string(), draft: z.unknown(), draft_issues: z.number() });

/** @throws ProblemError `body_invalid` without a tree. */
function targetsOn(page: string | undefined, q = "") {
  const elements = parseTree(page ?? "");
  if (elements === undefined) {
    const message =
      "Send the accessibility tree of the page: an ARIA snapshot, or JSON of elements with role, name, and children.";
    throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/page", message }] });
  }
  const found = proposeTargets(elements).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  const items = found.slice(0, limits.page_targets_max);
  return { items, more: found.length - items.length, note: TARGETS_NOTE };
}

const TARGETS_NOTE =
  "A target is null if several elements match. Ask for a test ID then. Targets by role and name need the page's language.";

const explained = {
  ...app,
  content_id: z.string().max(limits.content_ref_chars_max).optional().describe("ID or slug."),
  url: z.string().max(limits.page_url_chars_max).optional().describe("URL of the page."),
};
const person = z.string().min(1).max(limits.person_name_chars_max).describe("External ID of the person.");

/** A person who doesn't exist. The API validates the values. */
const described = {
  attributes: z.record(z.string(), z.unknown()).describe("Attributes of a person who doesn't exist."),
  groups: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe("Their groups: external_id, attributes, and membership (attributes)."),
  identified: z.boolean().optional().describe("False for an anonymous visitor."),
  locale: z.string().optional(),
  time_zone: z.string().optional(),
  device: z.enum(DEVICES).optional(),
};

const EXPLAIN_NAMED = tool("explain", {
  description: "Explains why a person sees content or doesn't, gate by gate.",
  ...{ action: "person.read", hints: READS, input: { ...explained, person } },
  run: async (call, query) => ({ data: await call({ method: "GET", path: "/api/explain", query }) }),
});

const EXPLAIN_DESCRIBED = tool("explain", {
  description: "Explains why a person with these attributes would see content or wouldn't, gate by gate.",
  ...{ action: "content.read", hints: READS, input: { ...explained, ...described } },
  run: async (call, { app_id, ...body }) => ({
    data: await call({ method: "POST", path: "/api/explain", query: { app_id }, body }),
  }),
});

const explainFor = (input: unknown): McpTool =>
  Object.keys(described).some((name) => valueAt(input, [name]) !== undefined) ? EXPLAIN_DESCRIBED : EXPLAIN_NAMED;

const EXPLAIN: McpTool = {
  ...EXPLAIN_NAMED,
  description: "Explains why a person sees content or doesn't, gate by gate. Send either person or attributes.",
  input: z.strictObject({
    ...{ ...explained, person: person.optional() },
    ...{ ...described, attributes: described.attributes.optional() },
  }),
  limited: (isAllowed) => {
    if (!isAllowed("person.read")) return isAllowed("content.read") ? EXPLAIN_DESCRIBED : undefined;
    return isAllowed("content.read") ? EXPLAIN : EXPLAIN_NAMED;
  },
  check: (input) => explainFor(input).check(input),
  run: (call, input) => explainFor(input).run(call, input),
};

function referencesTo(lists: readonly ListName[]): McpTool {
  return tool("references", {
    description: "Lists what drafts can name, or the targets on a page that you read.",
    action: "content.read",
    hints: READS,
    input: {
      ...app,
      list: z.enum(["targets", ...lists]),
      page: z
        .string()
        .max(limits.page_tree_chars_max)
        .optional()
        .describe("For targets: the accessibility tree of the page, as an ARIA snapshot or JSON of your browser tool."),
      q: z.string().max(limits.search_chars_max).optional().describe("For targets: part of the element's name."),
    },
    run: async (call, { app_id, list, page, q }) => {
      if (list === "targets") return { data: targetsOn(page, q) };
      const { path, of_app } = LISTS[list];
      return { data: await call({ method: "GET", path, query: of_app ? { app_id } : {} }) };
    },
  });
}

const REFERENCES: McpTool = {
  ...referencesTo(LIST_NAMES),
  limited: (isAllowed) =>
    isAllowed("content.read") ? referencesTo(LIST_NAMES.filter((name) => isAllowed(LISTS[name].action))) : undefined,
};

const READING_TOOLS: readonly McpTool[] = [
  tool("guide", {
    description: "How to work with Fanfare, and examples of drafts. Read it first.",
    ...{ action: undefined, hints: READS, input: { section: z.enum(SECTIONS).default("start") } },
    run: async (_, { section }) => ({ data: GUIDE[section] }),
  }),
  tool("list_apps", {
    description: "Lists the apps: environments in which content can be live.",
    ...{ action: "app.read", hints: READS, input: {} },
    run: async (call) => ({ data: await call({ method: "GET", path: "/api/apps" }) }),
  }),
  tool("list_contents", {
    description: "Lists content with its status in an app, newest change first.",
    ...{ action: "content.read", hints: READS },
    input: {
      ...app,
      q: z.string().max(limits.search_chars_max).optional().describe("Part of the name or slug."),
      type: z.enum(["all", ...CONTENT_TYPES]).optional(),
      status: z.enum(CONTENT_STATUS_FILTERS).optional(),
      after: z.string().max(limits.cursor_chars_max).optional().describe("The next of the previous page."),
    },
    run: async (call, query) => ({ data: await call({ method: "GET", path: "/api/contents", query }) }),
  }),
  tool("get_content", {
    description: "Returns content with its draft and revision.",
    ...{ action: "content.read", hints: READS, input: content },
    run: async (call, { content_id, ...query }) => ({
      data: await call({ method: "GET", path: pathOf(content_id), query }),
      content_id,
    }),
  }),
  tool("history", {
    description: "Lists the published versions of content.",
    ...{ action: "content.read", hints: READS, input: content },
    run: async (call, { content_id }) => ({
      data: await call({ method: "GET", path: `${pathOf(content_id)}/versions` }),
      content_id,
    }),
  }),
  REFERENCES,
  tool("validate_draft", {
    description: "Lists what blocks publishing the draft, or else the warnings that its author would see.",
    ...{ action: "content.read", hints: READS, input: content },
    run: async (call, { content_id, ...query }) => {
      const found = contentDetailSchema.parse(await call({ method: "GET", path: pathOf(content_id), query }));
      const { error } = editionSchema.safeParse(found.draft);
      const issues = (error?.issues ?? []).slice(0, ISSUES_MAX);
      const can_be_published = issues.length === 0;
      const { items: warnings } = can_be_published
        ? publishWarningsSchema.parse(await call({ method: "GET", path: `${pathOf(content_id)}/warnings`, query }))
        : { items: [] };
      const corrections = correct((edition) => editionSchema.safeParse(edition).error?.issues ?? [], found.draft);
      return {
        data: {
          can_be_published,
          issues: issues.map(({ path, message }) => ({ pointer: pointerOf(path), message })),
          ...(corrections === undefined ? {} : { corrections }),
          warnings: warnings.map(({ message, part_id, variant }) => ({ message, part_id, variant })),
        },
        content_id,
      };
    },
  }),
  tool("translate_gaps", {
    description: "Lists content with missing translations, by language.",
    ...{ action: "content.read", hints: READS, input: {} },
    run: async (call) => ({ data: await call({ method: "GET", path: "/api/translations" }) }),
  }),
  tool("analytics", {
    description: "Returns views, completions, and step losses of content in a period.",
    ...{ action: "analytics.read", hints: READS },
    input: { ...content, from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) },
    run: async (call, query) => ({
      data: await call({ method: "GET", path: "/api/analytics/funnel", query }),
      content_id: query.content_id,
    }),
  }),
  tool("target_health", {
    description:
      "Lists steps of live content whose targets recently weren't found, that couldn't be prepared, or that were hard to use on the page.",
    ...{ action: "analytics.read", hints: READS, input: app },
    run: async (call, query) => {
      const { attention } = overviewSchema.parse(await call({ method: "GET", path: "/api/overview", query }));
      const steps = attention.filter((each) => "step_id" in each);
      return { data: { days: limits.target_alert_days, steps } };
    },
  }),
  EXPLAIN,
];

const draft = z.record(z.string(), z.unknown()).describe("The whole draft. See the guide.");

const WRITING_TOOLS: readonly McpTool[] = [
  tool("create_draft", {
    description: "Creates content. Nothing is published.",
    ...{ action: "content.write", hints: ADDS, body: createContentRequestSchema },
    input: { ...app, name: z.string(), slug: z.string().describe("Lowercase letters, digits, and hyphens."), draft },
    run: async (call, { app_id, ...body }) => {
      const data = await call({ method: "POST", path: "/api/contents", query: { app_id }, body });
      return { data, content_id: contentDetailSchema.parse(data).id };
    },
  }),
  tool("update_draft", {
    description: "Replaces the draft unless someone changed it since. Nothing is published.",
    ...{ action: "content.write", hints: REPLACES, body: updateContentRequestSchema },
    input: { ...content, revision: z.int().describe("From get_content."), name: z.string().optional(), draft },
    run: async (call, { app_id, content_id, revision, ...body }) => ({
      data: await call({ method: "PATCH", path: pathOf(content_id), query: { app_id }, body, revision }),
      content_id,
    }),
  }),
  tool("preview_link", {
    description: "Creates a link that shows the draft on a page of the app to anyone who has it, for one day.",
    ...{ action: "content.write", hints: ADDS },
    input: { ...content, url: createDebugLinkRequestSchema.shape.url.describe("Page of the app, with the SDK.") },
    run: async (call, { app_id, content_id, url }) => ({
      data: await call({
        ...{ method: "POST", path: "/api/preview-links", query: { app_id } },
        body: { content_id, url, expires_in_days: 1 },
      }),
      content_id,
    }),
  }),
  tool("request_review", {
    description: "Asks the members to approve the draft, for apps that require approval.",
    ...{ action: "content.write", hints: ADDS },
    input: {
      ...content,
      revision: z.int().describe("From get_content."),
      reviewers: z
        .array(z.string())
        .optional()
        .describe("IDs of members to ask. Without any, everyone who can approve."),
    },
    run: async (call, { app_id, content_id, revision, reviewers = [] }) => {
      const query = { app_id, reviewers: reviewers.join(",") };
      return {
        data: await call({ method: "POST", path: `${pathOf(content_id)}/review`, query, revision }),
        content_id,
      };
    },
  }),
  tool("publish", {
    description: "Publishes the draft, so that people in this app see it.",
    ...{ action: "content.publish", hints: REPLACES },
    input: { ...content, revision: z.int().describe("Revision of the draft that was reviewed.") },
    run: async (call, { app_id, content_id, revision }) => ({
      data: await call({ method: "POST", path: `${pathOf(content_id)}/publish`, query: { app_id }, revision }),
      content_id,
    }),
  }),
  tool("pause", {
    description: "Stops showing live content in this app. A member can resume it.",
    ...{ action: "content.publish", hints: REPLACES, input: content },
    run: async (call, { app_id, content_id }) => ({
      data: await call({ method: "POST", path: `${pathOf(content_id)}/pause`, query: { app_id } }),
      content_id,
    }),
  }),
  tool("rollback", {
    description: "Publishes an earlier version in this app.",
    ...{ action: "content.publish", hints: REPLACES },
    input: { ...content, version_id: z.string().max(limits.id_chars_max).describe("Version ID from history.") },
    run: async (call, { app_id, content_id, version_id }) => ({
      data: await call({
        method: "POST",
        path: `${pathOf(content_id)}/rollback`,
        query: { app_id },
        body: { version_id },
      }),
      content_id,
    }),
  }),
];

/** The tool as a token with these permissions may call it. Undefined if it may not. */
export function allowedTool(tool: McpTool, isAllowed: (action: Action) => boolean): McpTool | undefined {
  const { action, limited } = tool;
  if (limited !== undefined) return limited(isAllowed);
  return action === undefined || isAllowed(action) ? tool : undefined;
}

/** Tools of the MCP server, by task rather than by route. At most 18. */
export const MCP_TOOLS: readonly McpTool[] = [...READING_TOOLS, ...WRITING_TOOLS];
