import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { announcementBodySchema } from "@fanfare/contract/schema/content/announcement";
import { blocksSchema } from "@fanfare/contract/schema/content/block";
import { checklistBodySchema } from "@fanfare/contract/schema/content/checklist";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { resourceCenterBodySchema } from "@fanfare/contract/schema/content/resource-center";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import { jsonLog } from "@fanfare/server/lib/log";
import { ROOT } from "../terminal.ts";
import { COMMAND_OPTIONS } from "./command-options.ts";

const FOLDER = join(ROOT, "examples/json");

interface Schema {
  parse(value: unknown): unknown;
}

const SURVEY = { type: "survey", title: "Why?", questions: [{ id: "q", kind: "text", title: "Why?" }] };
const CHECKLIST = {
  type: "checklist",
  title: "Start",
  tasks: [{ id: "one", title: "One", done_when: { kind: "person" } }],
};
const CENTER = { type: "resource_center", title: "Help" };

/** A complete value around a part that a document shows. */
const inside =
  (schema: Schema, whole: (part: unknown) => object) =>
  (part: unknown): unknown =>
    schema.parse(whole(part));

/** What reads each file of the documentation. */
const READERS: Readonly<Record<string, (value: never) => unknown>> = {
  "banner.json": (value) => announcementBodySchema.parse(value),
  "group-progress.json": inside(checklistBodySchema, (part) => ({ ...CHECKLIST, ...Object(part) })),
  "message-variants.json": (value) => liveUpdateInputSchema.parse(value),
  "message-push.json": (value) => liveUpdateInputSchema.parse(value),
  "message-email.json": (value) => liveUpdateInputSchema.parse(value),
  "media.json": (value) => blocksSchema.parse(value),
  "checklist-resource.json": inside(resourceCenterBodySchema, (resource) => ({ ...CENTER, resources: [resource] })),
  "resource-center.json": (value) => resourceCenterBodySchema.parse(value),
  "quota.json": inside(editionSchema, (part) => ({ body: SURVEY, ...Object(part) })),
  "event-trigger.json": inside(editionSchema, (trigger) => ({ body: SURVEY, trigger })),
  "mcp-url.json": (value) => {
    const [server] = mcpServers(value);
    expect(server).toMatchObject({
      url: expect.stringMatching(/\/mcp$/),
      headers: { Authorization: expect.stringMatching(/^Bearer fft_/) },
    });
  },
  "mcp-command.json": (value) => {
    const [server] = mcpServers(value);
    const options = (server?.args ?? []).filter((each) => each.startsWith("--")).map((each) => each.slice(2));
    expect([server?.command, server?.args?.[0], options]).toEqual(["fanfare", "mcp", ["server", "token-file"]]);
    expect(Object.keys(COMMAND_OPTIONS["mcp"] ?? {})).toEqual(expect.arrayContaining(options));
  },
  "log-line.json": (value: { readonly at: string; readonly event: string; readonly reason: string }) => {
    const lines: string[] = [];
    const log = jsonLog({
      level: "info",
      clock: { now: () => Date.parse(value.at) },
      write: (line) => lines.push(line),
    });
    log.warn(value.event, { reason: value.reason });
    expect(lines.map((line) => JSON.parse(line))).toEqual([value]);
  },
};

interface McpServer {
  readonly command?: string;
  readonly args?: readonly string[];
}

const mcpServers = (value: { readonly mcpServers: Readonly<Record<string, McpServer>> }): readonly McpServer[] =>
  Object.values(value.mcpServers);

/** Read by a browser's search in e2e, and by the compiler of the reader's project. */
const PARSED_ONLY = ["found-articles.json", "types-paths.json"];

test("every JSON file of the documentation is accepted by what reads it", () => {
  const files = readdirSync(FOLDER).filter((file) => !PARSED_ONLY.includes(file));
  expect(files.toSorted()).toEqual(Object.keys(READERS).toSorted());
  for (const file of files) {
    // Safe cast: each reader checks what it gets.
    const value = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as never;
    expect([file, refusal(() => READERS[file]?.(value))]).toEqual([file, undefined]);
  }
});

function refusal(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
