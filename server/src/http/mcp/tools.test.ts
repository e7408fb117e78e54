import { expect, test } from "bun:test";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import { ACTIONS } from "../../accounts/access/policy.ts";
import { EXAMPLE_DRAFTS } from "./guide.ts";
import { type ApiCall, allowedTool, MCP_TOOLS, type McpTool } from "./tools.ts";

const content = { app_id: "1001", content_id: "cnt_1" };
const INPUTS: Readonly<Record<string, object>> = {
  guide: {},
  list_apps: {},
  list_contents: { app_id: "1001" },
  get_content: content,
  history: content,
  references: { app_id: "1001", list: "goals" },
  validate_draft: content,
  translate_gaps: {},
  analytics: { ...content, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" },
  target_health: { app_id: "1001" },
  explain: { app_id: "1001", person: "u_1" },
  create_draft: { app_id: "1001", name: "Made", slug: "made", draft: EXAMPLE_DRAFTS.tour },
  update_draft: { ...content, revision: 1, draft: EXAMPLE_DRAFTS.tour },
  preview_link: { ...content, url: "https://shop.example/" },
  request_review: { ...content, revision: 1 },
  publish: { ...content, revision: 1 },
  pause: content,
  rollback: { ...content, version_id: "ver_1" },
};

/** The fields that tools read of the API's responses. */
function answer({ path }: ApiCall): unknown {
  if (path.endsWith("/warnings")) return { items: [] };
  if (path !== "/api/overview") return { id: "cnt_1", draft: EXAMPLE_DRAFTS.tour, draft_issues: 0 };
  const first_steps = { connected: true, published: true, invited: true, said: true, goal: true };
  const none = { people: 0, views: 0 };
  const results = { week: none, before: none };
  return { results, live_contents: 0, paused_contents: 0, completions: [], attention: [], first_steps };
}

test.each(MCP_TOOLS.map((tool) => [tool.name, tool] as const))(
  "%s has hints that fit its calls",
  async (name, tool) => {
    const calls: ApiCall[] = [];
    await tool.run(async (call) => {
      calls.push(call);
      return answer(call);
    }, INPUTS[name]);
    const writes = calls.filter(({ method }) => method !== "GET");
    const { readOnlyHint, destructiveHint, idempotentHint } = tool.hints;
    expect(readOnlyHint).toBe(writes.length === 0);
    const replaces = ["update_draft", "publish", "pause", "rollback"].includes(name);
    expect([destructiveHint, idempotentHint]).toEqual([replaces, replaces || readOnlyHint]);
  },
);

/** Permission that the API requires for a call. */
function accessOf({ method, path }: ApiCall): string {
  const [route] = Object.entries(API_ROUTES).filter(([name]) =>
    new RegExp(`^${name.replace(/:\w+/g, "[^/]+")}$`).test(`${method} ${path}`),
  );
  return route?.[1].access ?? "unknown";
}

const LISTS = ["segments", "goals", "themes", "event_names", "tags"];
const PAIRS = ACTIONS.flatMap((first, at) => ACTIONS.slice(at).map((second) => [first, second] as const));

/** Arguments for each call of a tool. */
function everyInput({ name }: McpTool): readonly object[] {
  if (name === "references") return LISTS.map((list) => ({ app_id: "1001", list }));
  return [INPUTS[name] ?? {}, ...(name === "explain" ? [{ app_id: "1001", attributes: { plan: "pro" } }] : [])];
}

test.each(MCP_TOOLS.map((tool) => [tool.name, tool] as const))(
  "%s offers a token with any two permissions only what the API allows it",
  async (_, tool) => {
    for (const input of everyInput(tool)) {
      const calls: ApiCall[] = [];
      await tool.run(async (call) => {
        calls.push(call);
        return answer(call);
      }, input);
      const offered = PAIRS.filter((pair) => {
        const listed = allowedTool(tool, (action) => pair.includes(action));
        return listed !== undefined && listed.check(input).length === 0;
      });
      const refused = offered.filter((pair) => calls.some((call) => !pair.some((action) => action === accessOf(call))));
      expect([input, offered.length > 0, refused]).toEqual([input, true, []]);
    }
  },
);
