import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FolderChange, FolderFile } from "@fanfare/contract/content-folder";
import { limits } from "@fanfare/contract/limits";
import fc from "fast-check";
import { file } from "../../../test/support/folder-file.ts";
import { APP, sampleTour, startTemporaryServer, type TemporaryServer } from "../../../test/support/temporary-server.ts";
import { run } from "../../cli.ts";
import { itemOf } from "./folder-directory.ts";

const RUNS = process.env["NIGHTLY"] === "1" ? 60 : 8;
const FOLDER = `/api/content-folder?app_id=${APP.id}`;
const segment = (key: string, plan: string): FolderFile =>
  file(`segments/${key}.json`, {
    name: key,
    rule: { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: plan } },
  });
const content = (slug: string, title: string): FolderFile =>
  file(`contents/${slug}/content.json`, { name: slug, ...sampleTour(title) });
const ROOT = file("fanfare.json", { format: 1 });
const KEYS = ["a", "b", "c"] as const;
/** Of each item: whether a folder has it, and in which state. */
const folders = fc.record({
  contents: fc.array(fc.constantFrom("gone", "first", "second"), { minLength: 3, maxLength: 3 }),
  segments: fc.array(fc.constantFrom("gone", "first", "second"), { minLength: 3, maxLength: 3 }),
});

interface Outcome {
  readonly changes: readonly string[];
  readonly refused: string | undefined;
}

function filesOf({
  contents,
  segments,
}: {
  readonly contents: readonly string[];
  readonly segments: readonly string[];
}) {
  return [
    ...[ROOT, content("kept", "Kept")],
    ...KEYS.flatMap((key, at) => (contents[at] === "gone" ? [] : [content(key, contents[at] ?? "")])),
    ...KEYS.flatMap((key, at) => (segments[at] === "gone" ? [] : [segment(key, segments[at] ?? "")])),
  ];
}

/** What a push writes to. Others belong to background tasks. */
const WRITTEN: ReadonlySet<string> = new Set([...["apps", "audit_entries", "contents", "pushed_items", "segments"]]);

/** Forwards to the server, and records what was asked. */
function recordingProxy(server: TemporaryServer) {
  const asked: string[] = [];
  const proxy = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      const headers = new Headers(request.headers);
      headers.delete("host");
      const body = request.method === "GET" ? null : await request.text();
      return fetch(`${server.origin}${pathname}${search}`, { method: request.method, headers, body });
    },
  });
  return { asked, origin: `http://127.0.0.1:${proxy.port}`, stop: () => proxy.stop(true) };
}

/** Statements that the server's database runs, by their table. */
function recordWrites(): { readonly tables: string[]; stop(): void } {
  const { postMessage } = Worker.prototype;
  const tables: string[] = [];
  Worker.prototype.postMessage = function (this: Worker, message: unknown) {
    if (typeof message === "string" && message.startsWith('{"kind":"group"')) {
      for (const [, table = ""] of message.matchAll(/(?:insert into|update|delete from) \\"(\w+)\\"/g))
        tables.push(table);
    }
    postMessage.call(this, message);
  };
  return {
    tables,
    stop() {
      Worker.prototype.postMessage = postMessage;
    },
  };
}

test("a dry run sends no write, and a push does what its plan says", async () => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-plan-"));
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const scopes = ["content.read", "content.write", "content.publish", "segment.write", "app.read"];
  const { json: token } = await owner.call("POST", "/api/tokens", { name: "files", scopes });
  writeFileSync(join(directory, "token"), `${token.token}\n`);
  const proxy = recordingProxy(server);
  const push = async (...options: readonly string[]): Promise<Outcome> => {
    let out = "";
    const print = (text: string): void => {
      out += `${text}\n`;
    };
    const at = ["--server", proxy.origin, "--token-file", "token", "--app", APP.id];
    const io = { environment: {}, directory, print, printError: print, ask: undefined };
    await run(["content", "push", ...at, "--prune", "--yes", "--json", ...options], io);
    const { changes = [], error }: { changes?: readonly FolderChange[]; error?: { message: string } } = JSON.parse(out);
    return { changes: changes.map(({ path, change }) => `${path}: ${change}`).toSorted(), refused: error?.message };
  };
  const stored = async (): Promise<ReadonlyMap<string, string>> => {
    const files: readonly FolderFile[] = (await owner.call("GET", FOLDER)).json.files;
    const items = Map.groupBy(files, ({ path }) => itemOf(path));
    return new Map([...items].map(([item, own]) => [item, JSON.stringify(own)]));
  };
  const write = (files: readonly FolderFile[]): void => {
    rmSync(join(directory, "content"), { recursive: true, force: true });
    for (const { path, text } of files) {
      mkdirSync(dirname(join(directory, "content", path)), { recursive: true });
      writeFileSync(join(directory, "content", path), text);
    }
  };

  const kinds = new Set<string>();
  for (const each of fc.sample(folders, { seed: 7, numRuns: RUNS })) {
    write(filesOf(each));
    const before = await stored();
    proxy.asked.length = 0;
    const writes = recordWrites();
    const planned = await push("--dry-run");
    writes.stop();
    expect(proxy.asked.filter((asked) => !asked.startsWith("GET "))).toEqual(["POST /api/content-folder/plan"]);
    expect(writes.tables.filter((table) => WRITTEN.has(table))).toEqual([]);
    expect(await stored()).toEqual(before);

    expect(await push()).toEqual(planned);
    const after = await stored();
    const done = [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
      if (before.get(path) === after.get(path)) return [];
      return [`${path}: ${before.has(path) ? (after.has(path) ? "update" : "archive") : "create"}`];
    });
    expect(done.toSorted()).toEqual([...planned.changes]);
    for (const change of planned.changes) kinds.add(change.replace(/.*: /, ""));
    if (planned.refused === undefined) continue;
    kinds.add(planned.refused.replace(/^\S+ /, "").replace(/ (?:There are|Nothing was).*/, ""));
    const { items } = (await owner.call("GET", `/api/contents?app_id=${APP.id}&status=archived`)).json;
    for (const { id } of items) await owner.call("POST", `/api/contents/${id}/restore`, {});
  }
  expect([...kinds].toSorted()).toEqual([
    "Archived content has this slug. Restore it, or choose another slug.",
    ...["archive", "create", "update"],
  ]);
  proxy.stop();
  rmSync(directory, { recursive: true });
}, 120_000);

test("saves items that swap their names or pass them on, as planned", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const named = (kind: string, key: string, name: string, value: object): FolderFile =>
    file(`${kind}/${key}.json`, { ...value, name });
  const values: Readonly<Record<string, (plan: string) => object>> = {
    segments: (plan) => JSON.parse(segment("x", plan).text),
    "cap-groups": (tag) => ({ covers: { types: [], tags: [tag] }, runs_max: 1, window_hours: 24 }),
    trackers: (selector) => ({
      on: { kind: "click", target: { strategies: [{ kind: "css", value: `#${selector}` }] } },
    }),
  };
  const folder = (names: Readonly<Record<string, string>>): readonly FolderFile[] => [
    ROOT,
    ...Object.entries(values).flatMap(([kind, value]) =>
      Object.entries(names).map(([key, name]) => named(kind, key, name, value(key))),
    ),
  ];
  const push = (files: readonly FolderFile[]) =>
    owner.call("PUT", FOLDER, { files, prune: false, overwrite: true, source: "test" });
  expect(await push(folder({ a: "A", b: "B", c: "C" }))).toMatchObject({ status: 200 });
  const { items } = (await owner.call("GET", "/api/segments")).json;
  const idOf = (list: { id: string; name: string }[], name: string) => list.find((each) => each.name === name)?.id;
  // A and B swap. C takes a new name, and D takes the name of C.
  expect(await push(folder({ a: "B", b: "A", c: "D", d: "C" }))).toMatchObject({ status: 200 });
  const after = (await owner.call("GET", "/api/segments")).json.items;
  expect([idOf(after, "B"), idOf(after, "A"), idOf(after, "D")]).toEqual([
    ...[idOf(items, "A"), idOf(items, "B"), idOf(items, "C")],
  ]);
  const read = (await owner.call("GET", FOLDER)).json.files as FolderFile[];
  const names = read.flatMap(({ path, text }) =>
    path.startsWith("segments/") ? [`${path} ${JSON.parse(text).name}`] : [],
  );
  expect(names.toSorted()).toEqual([
    "segments/a.json A",
    "segments/b.json B",
    "segments/c.json C",
    "segments/d.json D",
  ]);
});

test("a plan names what a push would be refused for: names that are taken, and limits", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const plan = async (files: readonly FolderFile[]) => {
    const { status, json } = await owner.call("POST", FOLDER.replace("?", "/plan?"), { files, prune: false });
    return [status, json.detail];
  };
  const named = (key: string, name: string): FolderFile => {
    const { path, text } = segment(key, "pro");
    return { path, text: text.replace(`"name": "${key}"`, `"name": "${name}"`) };
  };
  expect(await plan([ROOT, named("a", "Pro"), named("b", "Pro")])).toEqual([
    ...[422, "segments/b.json: segments/a has the same name. Choose another one. Nothing was saved."],
  ]);
  const many = Array.from({ length: limits.segments_max + 1 }, (_, at) => segment(`s-${at}`, "pro"));
  expect(await plan([ROOT, ...many])).toEqual([409, expect.stringContaining("segments")]);
});
