import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP, startTemporaryServer, type TemporaryServer } from "../../server/test/support/temporary-server.ts";
import manifest from "../package.json";

const ROOT = join(import.meta.dirname, "../..");
const TARBALL = join(ROOT, `sdk/dist/npm/fanfare-api-${manifest.version}.tgz`);
/** A customer's project, in which only this package is installed. */
const project = mkdtempSync(join(tmpdir(), "fanfare-api-package-"));
const installed = join(project, "node_modules/@fanfare/api");
const bin = (name: string): string => join(ROOT, "node_modules/.bin", name);

interface Outcome {
  readonly code: number;
  readonly output: string;
}

async function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const child = Bun.spawn([...command], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output: out + error };
}

let server: TemporaryServer;
let token: string;
beforeAll(async () => {
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  const { code, output } = await run(["npm", "install", TARBALL, "--offline", "--no-audit", "--no-fund"]);
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
  server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const scopes = ["app.read", "content.read", "content.write", "goal.read", "goal.write", "audit.read", "event.write"];
  token = (await owner.call("POST", "/api/tokens", { name: "Script", scopes })).json.token;
});
afterAll(async () => {
  rmSync(project, { recursive: true });
  await server[Symbol.asyncDispose]();
});

test("the package has built files only and no dependencies, and passes publint and the type checks", async () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(files.sort()).toEqual([
    ...["LICENSE", "README.md", "dist", "dist/index.d.ts", "dist/index.js", "dist/routes.d.ts", "package.json"],
  ]);
  const texts = files.filter((file) => file.includes(".")).map((file) => readFileSync(join(installed, file), "utf8"));
  expect(texts.filter((text) => /@fanfare\/(?:contract|sdk)|zod|"dependencies"/.test(text))).toEqual([]);
  const [lint, types] = await Promise.all([
    run([bin("publint"), TARBALL, "--strict"]),
    run([bin("attw"), TARBALL, "--profile", "esm-only", "--no-emoji"]),
  ]);
  expect(lint).toEqual({ code: 0, output: expect.stringContaining("All good!") });
  expect([types.code, types.code === 0 ? "" : types.output]).toEqual([0, ""]);
});

test("types accept what a route takes and refuse anything else", async () => {
  writeFileSync(
    join(project, "app.ts"),
    `import { type ApiOptions, ApiProblem, type ApiResponse, type ContentSummary, createApiClient } from "@fanfare/api";
    const api = createApiClient({ url: "https://fanfare.example", token: async () => "token", retries: 3 });
    const query = { app_id: "1" };
    const create: ApiOptions<"POST /api/goals"> = { query, body: { name: "Order", event_name: "ordered" }, idempotency_key: "k" };
    const goal: ApiResponse<"POST /api/goals"> = await api.call("POST /api/goals", create);
    const attribution: "last" | "all" = goal.attribution === "last" ? "last" : "all";
    await api.call("PATCH /api/goals/:id", { params: { id: goal.id }, query, body: { name: "Orders" }, revision: goal.revision });
    await api.call("GET /api/apps");
    for await (const content of api.items("GET /api/contents", { query: { ...query, status: "live", limit: 10 } })) {
      const summary: ContentSummary = content;
      void [summary.name.length, attribution];
    }
    const detail = await api.call("GET /api/contents/:id", { params: { id: "cnt_1" }, query });
    void detail.draft["body"];
    const person = { params: { external_id: "u_42" }, query };
    await api.call("PUT /api/people/:external_id", { ...person, body: { attributes: { plan: "pro", seats: 3 } } });
    // @ts-expect-error: an attribute is no object
    await api.call("PUT /api/people/:external_id", { ...person, body: { attributes: { plan: { name: "pro" } } } });
    const none: undefined = await api.call("DELETE /api/goals/:id", { params: { id: goal.id }, query });
    const file: Response = await api.send("GET /api/audit/export", { query: { format: "csv" } });
    const tell = (error: unknown) => error instanceof ApiProblem && error.code === "slug_taken" && error.status.toFixed();
    export { file, none, tell };
    // @ts-expect-error: no such route
    await api.call("GET /api/content");
    // @ts-expect-error: not for tokens
    await api.call("GET /api/me");
    // @ts-expect-error: the ID is missing
    await api.call("GET /api/contents/:id", { query });
    // @ts-expect-error: the app is missing
    await api.call("GET /api/contents");
    // @ts-expect-error: no such filter
    await api.call("GET /api/contents", { query: { ...query, color: "red" } });
    // @ts-expect-error: no such status
    await api.call("GET /api/contents", { query: { ...query, status: "on" } });
    // @ts-expect-error: the revision is missing
    await api.call("PATCH /api/goals/:id", { params: { id: goal.id }, query, body: { name: "Orders" } });
    // @ts-expect-error: a number isn't a name
    await api.call("POST /api/goals", { query, body: { name: 1, event_name: "ordered" } });
    // @ts-expect-error: a read has no key
    await api.call("GET /api/apps", { idempotency_key: "k" });
    // @ts-expect-error: no list
    api.items("GET /api/apps");
    // @ts-expect-error: no such field
    void goal.color;
    // @ts-expect-error: no such code
    export const wrong = (error: ApiProblem) => error.code === "slug_token";`,
  );
  const options = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: [] };
  const outcomes = await Promise.all(
    [
      { module: "esnext", moduleResolution: "bundler" },
      { module: "nodenext", moduleResolution: "nodenext" },
    ].map((resolution) => {
      const file = join(project, `tsconfig.${resolution.module}.json`);
      const compilerOptions = { ...options, ...resolution, target: "es2022", lib: ["es2023", "dom", "dom.iterable"] };
      writeFileSync(file, JSON.stringify({ compilerOptions, files: ["app.ts"] }));
      return run([bin("tsc"), "-p", file]);
    }),
  );
  expect(outcomes).toEqual(outcomes.map(() => ({ code: 0, output: "" })));
});

for (const runtime of ["node", process.execPath]) {
  test(`a script in ${runtime === "node" ? "Node" : "Bun"} creates, lists, and edits content of a real server`, async () => {
    writeFileSync(
      join(project, "script.js"),
      `import { ApiProblem, createApiClient } from "@fanfare/api";
      const [url, token, app_id] = process.argv.slice(2);
      const api = createApiClient({ url, token });
      const query = { app_id };
      const names = ["First", "Second", "Third"];
      const create = (name, idempotency_key) =>
        api.call("POST /api/goals", { query, body: { name, event_name: "ordered" }, idempotency_key });
      const goals = [];
      for (const name of names) goals.push(await create(name));
      const key = crypto.randomUUID();
      const twice = [await create("Fourth", key), await create("Fourth", key)];
      const [goal] = goals;
      const edit = (name) => api.call("PATCH /api/goals/:id", { params: { id: goal.id }, query, body: { name }, revision: goal.revision });
      const edited = await edit("Edited");
      const stale = await edit("Stale").catch((error) => error);
      const invalid = await create("").catch((error) => error);
      const entries = [];
      for await (const entry of api.items("GET /api/audit", { query: { resource_id: goal.id, limit: 1 } })) entries.push(entry.id);
      const file = await api.send("GET /api/audit/export", { query: { format: "csv" } });
      for (const { id } of [...goals, twice[0]]) await api.call("DELETE /api/goals/:id", { params: { id }, query });
      console.log(JSON.stringify({
        same: twice[0].id === twice[1].id,
        edited: edited.name,
        stale: [stale instanceof ApiProblem, stale.code, stale.status, stale.retryable],
        invalid: [invalid.code, invalid.fields.map(({ pointer }) => pointer), typeof invalid.request_id],
        entries: [entries.length, new Set(entries).size],
        file: file.headers.get("content-type"),
      }));`,
    );
    const { code, output } = await run([runtime, "script.js", server.origin, token, APP.id]);
    expect([code, code === 0 ? JSON.parse(output) : output]).toEqual([
      0,
      {
        same: true,
        edited: "Edited",
        stale: [true, "revision_stale", 412, false],
        invalid: ["body_invalid", ["/name"], "string"],
        entries: [2, 2],
        file: "text/csv; charset=utf-8",
      },
    ]);
  });
}

test("the example of the guide runs", async () => {
  cpSync(join(ROOT, "examples/api-client/report.js"), join(project, "report.js"));
  const env = { SERVER_URL: server.origin, FANFARE_APP_ID: APP.id, FANFARE_TOKEN: token };
  const { code, output } = await run(["node", "report.js"], env);
  expect([code, output]).toEqual([0, expect.stringMatching(/^0 live\. \d+ entries in the audit log\.\n$/)]);
});
