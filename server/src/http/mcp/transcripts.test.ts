import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { valueAt } from "@fanfare/contract/schema/content/draft";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { TRANSCRIPT_CONTENTS, TRANSCRIPTS, type TranscriptCall } from "../../../test/support/assistant-transcripts.ts";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP } from "../../../test/support/temporary-server.ts";
import { applyPatch } from "./json-patch.ts";

/** Generous for slow machines. */
setDefaultTimeout(60_000);

const { server, owner } = await sharedServer();
const client = new Client({ name: "test", version: "1" });
const known: Record<string, unknown> = {};

beforeAll(async () => {
  for (const [slug, draft] of Object.entries(TRANSCRIPT_CONTENTS)) {
    const { json } = await owner.call("POST", `/api/contents?app_id=${APP.id}`, { name: slug, slug, draft });
    known["tour"] = json.id;
  }
  const fields = { name: "Assistant", scopes: ["*"], expires_in_days: 1 };
  const { token } = (await owner.call("POST", "/api/tokens", fields)).json;
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit }));
});

async function use(name: string, args: unknown): Promise<{ readonly failed: boolean; readonly json: unknown }> {
  // Cast: transcripts send what an assistant may send.
  const { content, isError } = await client.callTool({ name, arguments: args as Record<string, unknown> });
  const [first] = content;
  return { failed: isError === true, json: JSON.parse(first?.type === "text" ? first.text : "null") };
}

const at = (json: unknown, pointer: string): unknown => valueAt(json, pointer.split("/").slice(1));
const error = (json: unknown, name: string): unknown => at(json, `/error/${name}`);

function save({ save: names = {} }: TranscriptCall, json: unknown): void {
  for (const [name, pointer] of Object.entries(names)) known[name] = at(json, `/untrusted${pointer}`);
}

/** Arguments with the values that earlier calls saved. */
function filled(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("$") ? known[value.slice(1)] : value;
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
}

/** Applies what the refusal says, to the letter. */
async function repair(call: TranscriptCall, args: unknown, json: unknown): Promise<unknown> {
  const corrections = error(json, "corrections");
  // Cast: the refusal has operations of JSON Patch.
  if (corrections !== undefined) return applyPatch(args, corrections as never);
  const [tool, wanted] = ["tool", "arguments"].map((name) => at(json, `/error/call_first/${name}`));
  const first = await use(String(tool), wanted);
  expect([tool, first.failed]).toEqual([tool, false]);
  save(call, first.json);
  if (at(first.json, "/untrusted/corrections") !== undefined) await correctDraft(args);
  return filled(call.again);
}

/** Saves the draft with the corrections that validate_draft returned. */
async function correctDraft(args: unknown): Promise<void> {
  const place = { app_id: APP.id, content_id: at(args, "/content_id") };
  const { json } = await use("get_content", place);
  const draft = applyPatch(at(json, "/untrusted/draft"), known["corrections"] as never); // Cast: as above.
  const saved = await use("update_draft", { ...place, revision: at(json, "/untrusted/revision"), draft });
  expect([saved.failed, saved.json]).toEqual([false, saved.json]);
  known["next"] = at(saved.json, "/untrusted/revision");
}

test("thirty tasks have a planted mistake each", () => {
  const planted = TRANSCRIPTS.filter(({ calls }) => calls.some(({ mistake }) => mistake !== undefined));
  expect(new Set(planted.map(({ task }) => task)).size).toBeGreaterThanOrEqual(30);
});

describe.each(TRANSCRIPTS.map((transcript) => [transcript.task, transcript] as const))(
  "an assistant: %s",
  (_, { calls }) => {
    test("is refused with path, reason, and a correction that succeeds", async () => {
      for (const call of calls) {
        const args = filled(call.arguments);
        let { failed, json } = await use(call.tool, args);
        expect([call.tool, failed, failed ? json : ""]).toEqual([
          call.tool,
          call.mistake !== undefined,
          failed ? json : "",
        ]);
        if (call.mistake !== undefined) {
          const fields = error(json, "fields");
          const pointers = Array.isArray(fields) ? fields.map((field) => at(field, "/pointer")) : [];
          expect([...pointers, error(json, "code")]).toContain(call.mistake);
          expect(String(error(json, "detail"))).toMatch(/\w.*\.$/s);
          const repaired = await repair(call, args, json);
          ({ failed, json } = await use(call.tool, repaired));
          expect({ failed, json, repaired }).toEqual({ failed: false, json, repaired });
        }
        if (call.again === undefined) save(call, json);
        if (call.tool === "validate_draft") expect(at(json, "/untrusted/can_be_published")).toBe(true);
      }
    });
  },
);
