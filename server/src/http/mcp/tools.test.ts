import { expect, test } from "bun:test";
import { EXAMPLE_DRAFTS } from "./guide.ts";
import { type ApiCall, MCP_TOOLS } from "./tools.ts";

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
  create_draft: { app_id: "1001", name: "Made", slug: "made", draft: {} },
  update_draft: { ...content, revision: 1, draft: {} },
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
  return { live_contents: 0, paused_contents: 0, completions: [], attention: [], first_steps };
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
