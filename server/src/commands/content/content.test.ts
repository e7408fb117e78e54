import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import {
  sampleTour,
  startTemporaryServer,
  APP as TEST_APP,
  type TemporaryServer,
  type TestBrowser,
} from "../../../test/support/temporary-server.ts";
import { run } from "../../cli.ts";

const { id: APP, key: KEY } = TEST_APP;
const CLI = join(import.meta.dirname, "../../cli.ts");
const directory = mkdtempSync(join(tmpdir(), "fanfare-content-"));
let staging: TemporaryServer;
let production: TemporaryServer;
let author: TestBrowser;
let reader: TestBrowser;

const SCOPES = [
  "content.read",
  "content.write",
  "segment.write",
  "theme.write",
  "tracker.write",
  "goal.write",
  "app.read",
];

async function writeToken(browser: TestBrowser, name: string, scopes: readonly string[]): Promise<void> {
  const { json } = await browser.call("POST", "/api/tokens", { name, scopes });
  writeFileSync(join(directory, name), `${json.token}\n`);
}

/** Runs `fanfare content` against a server, with the token of that name. */
async function content(verb: string, server: TemporaryServer, token: string, ...options: readonly string[]) {
  let out = "";
  const print = (text: string): void => {
    out += `${text}\n`;
  };
  const at = ["--server", server.origin, "--token-file", token, "--app", APP];
  const io = { environment: {}, directory, print, printError: print, ask: undefined };
  return { code: await run(["content", verb, ...at, ...options], io), out };
}

function tree(folder = "content"): Readonly<Record<string, string>> {
  const root = join(directory, folder);
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.json$/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

/** Changes a file of the folder as an author does in an editor. */
function edit(path: string, change: (text: string) => string, folder = "content"): void {
  const file = join(directory, folder, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

async function contentId(browser: TestBrowser, slug: string): Promise<{ id: string; revision: number }> {
  const { json } = await browser.call("GET", `/api/contents?app_id=${APP}&q=${slug}`);
  return json.items[0];
}

beforeAll(async () => {
  [staging, production] = await Promise.all([startTemporaryServer(), startTemporaryServer()]);
  [author, reader] = await Promise.all([staging.ownerBrowser(), production.ownerBrowser()]);
  await writeToken(author, "staging", SCOPES);
  await writeToken(reader, "production", [...SCOPES, "content.publish"]);
  await writeToken(reader, "drafts-only", ["content.read", "content.write", "app.read"]);
  const call = async (path: string, body: object): Promise<string> => {
    const query = /goals|trackers|contents/.test(path) ? `?app_id=${APP}` : "";
    const { status, json, text } = await author.call("POST", `${path}${query}`, body);
    if (status >= 300) throw new Error(text);
    return json.id;
  };
  const theme = await call("/api/themes", { name: "Brand", theme: BUILT_IN_THEME });
  const rule = { kind: "attribute", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const pro = await call("/api/segments", { name: "Pró teams", rule });
  const not_pro = { kind: "not", rule: { kind: "segment", segment_id: pro } };
  await call("/api/segments", { name: "فرق", rule: not_pro });
  await call("/api/cap-groups", { name: "All tours", runs_max: 2, window_hours: 24, covers: { types: ["tour"] } });
  await call("/api/trackers", { name: "Plans seen", on: { kind: "page" }, urls: { include: ["/plans"] } });
  await call("/api/goals", { name: "Order shipped", event_name: "order_shipped" });
  const tour = sampleTour("Hello");
  const welcome = await call("/api/contents", { slug: "welcome", name: "Welcome", draft: tour });
  const seen = { kind: "content", content_id: welcome, state: "completed" };
  const draft = {
    ...tour,
    theme,
    locale: "en",
    translations: { de: { "hello.title": "Hallo" } },
    targeting: {
      urls: { include: ["/orders"] },
      audience: { kind: "and", rules: [{ kind: "segment", segment_id: pro }, seen] },
    },
    experiment: {
      ...{ seed: "s1", weight: 50 },
      variants: [{ id: "b", name: "Short", weight: 50, body: sampleTour("Hi").body }],
    },
  };
  await call("/api/contents", { slug: "next-steps", name: "Next steps", draft });
});
afterAll(async () => {
  await Promise.all([staging[Symbol.asyncDispose](), production[Symbol.asyncDispose]()]);
  rmSync(directory, { recursive: true });
});

describe("names for the SDK's types", () => {
  test("come from the folder or the server, are the same each time, and can be checked", async () => {
    await content("pull", staging, "staging");
    const at = ["--server", staging.origin, "--token-file", "staging", "--app", APP];
    const types = async (...options: readonly string[]) => {
      const print = (text: string): void => void printed.push(text);
      return run(["types", ...options], { environment: {}, directory, print, printError: print, ask: undefined });
    };
    const printed: string[] = [];
    expect(await types("--dir", "content")).toBe(0);
    expect(printed[0]).toEndWith("fanfare-names.d.ts written.");
    const written = readFileSync(join(directory, "fanfare-names.d.ts"), "utf8");
    expect(written.match(/"[^"]+": unknown/g)).toEqual([
      '"next-steps": unknown',
      '"welcome": unknown',
      '"order_shipped": unknown',
    ]);
    expect(await types(...at, "--check")).toBe(0);
    edit("goals/order-shipped.json", (text) => text.replace("order_shipped", "order_sent"));
    expect(await types("--dir", "content", "--check")).toBe(2);
    expect(readFileSync(join(directory, "fanfare-names.d.ts"), "utf8")).toBe(written);
  });
});

describe("content folder", () => {
  test("has one file per item, language, and variant, without IDs of the server", async () => {
    const pulled = await content("pull", staging, "staging");
    expect(pulled).toEqual({ code: 0, out: expect.stringContaining("11 files") });
    const files = tree();
    expect(Object.keys(files)).toEqual([
      "cap-groups/all-tours.json",
      "contents/next-steps/content.json",
      "contents/next-steps/locales/de.json",
      "contents/next-steps/variants/b.json",
      "contents/welcome/content.json",
      "fanfare.json",
      "goals/order-shipped.json",
      expect.stringMatching(/^segments\/[0-9a-f]{8}\.json$/),
      "segments/pro-teams.json",
      "themes/brand.json",
      "trackers/plans-seen.json",
    ]);
    expect(Object.values(files).join("")).not.toMatch(/\b(?:seg|cnt|thm|gol|trk|cap|mem)_[0-9a-f]{8}-/);
    expect(JSON.parse(files["contents/next-steps/content.json"] ?? "")).toMatchObject({
      theme: "brand",
      experiment: { seed: "s1", weight: 50, variants: ["b"] },
      targeting: {
        urls: { include: ["/orders"] },
        audience: {
          rules: [
            { kind: "segment", segment: "pro-teams" },
            { kind: "content", content: "welcome" },
          ],
        },
      },
    });
    expect(JSON.parse(files["goals/order-shipped.json"] ?? "")).toEqual({
      $schema: `${staging.origin}/api/schemas/goal.json`,
      name: "Order shipped",
      event_name: "order_shipped",
    });
    const again = await content("pull", staging, "staging");
    expect(again.out).toContain("0 changed");
  });

  test("has files that its JSON Schemas accept, with a sentence for each field, and without misspelled ones", async () => {
    await content("pull", staging, "staging");
    const validators = new Map<string, ValidateFunction>();
    const validate = async (path: string, value: { $schema: string }) => {
      const known = validators.get(value.$schema);
      if (known !== undefined) return { path, is_valid: known(value), errors: known.errors };
      expect([path, value.$schema]).toEqual([path, expect.stringContaining(`${staging.origin}/api/schemas/`)]);
      const schema = (await staging.browser().call("GET", new URL(value.$schema).pathname)).json;
      const fields = Object.values<{ description?: string }>(schema.properties);
      expect([path, fields.filter(({ description }) => description === undefined)]).toEqual([path, []]);
      const validator = new Ajv2020({ allowUnionTypes: true }).compile(schema);
      validators.set(value.$schema, validator);
      return { path, is_valid: validator(value), errors: validator.errors };
    };
    const files = Object.entries(tree()).map(([path, text]) => [path, JSON.parse(text)] as const);
    for (const [path, value] of files) {
      expect(await validate(path, value)).toEqual({ path, is_valid: true, errors: null });
      const misspelled = path.includes("locales/") ? { ...value, "hello.title": 1 } : { ...value, titel: "x" };
      expect(await validate(path, misspelled)).toMatchObject({ path, is_valid: false });
    }
    expect(validators.size).toBe(9);
    const [, next] = files.find(([path]) => path === "contents/next-steps/content.json") ?? [];
    const unfinished = { ...next, body: { ...next.body, steps: [] }, priority: null };
    expect(await validate("an unfinished draft", unfinished)).toMatchObject({ is_valid: true });
    next.targeting.audience.rules[0].segment_id = "seg_1";
    expect(await validate("an ID in place of a key", next)).toMatchObject({ is_valid: false });
    const missing = await staging.browser().call("GET", "/api/schemas/tour.json");
    expect([missing.status, missing.json.code]).toEqual([404, "route_not_found"]);
  }, 60_000);

  test("moves to another installation, whole and the same in every byte", async () => {
    await content("pull", staging, "staging");
    const before = tree();
    expect(await content("diff", production, "production")).toMatchObject({ code: 2 });
    expect((await content("push", production, "production", "--dry-run")).out).toContain("Nothing was saved");
    expect((await reader.call("GET", `/api/contents?app_id=${APP}`)).json.total).toBe(0);
    const pushed = await content("push", production, "production", "--publish", "--source", "shop@1a2b3c");
    expect(pushed).toEqual({ code: 0, out: expect.stringContaining("2 published") });
    expect(tree()).toEqual(before);
    expect(await content("diff", production, "production")).toEqual({ code: 0, out: "No differences.\n" });
    await content("pull", production, "production");
    expect(tree()).toEqual(before);
    rmSync(join(directory, "content"), { recursive: true });
    await content("pull", production, "production");
    // A new folder has the schemas of its own server.
    const moved = Object.entries(before).map(([path, text]) => [path, text.replace(staging.origin, production.origin)]);
    expect(tree()).toEqual(Object.fromEntries(moved));
    const audit = await production.fanfare.store.db.selectFrom("audit_entries").select(["action", "detail"]).execute();
    const created = audit.filter(
      ({ action, detail }) => action.endsWith(".create") && String(detail).includes("shop@1a2b3c"),
    );
    expect(created).toHaveLength(8);
  });

  test("has the same bytes in every time zone and language, and whatever was created first", async () => {
    await content("pull", staging, "staging", "--dir", "original");
    const original = Object.entries(tree("original"));
    const data_dir = mkdtempSync(join(directory, "data-"));
    {
      await using other = await startTemporaryServer({ data_dir });
      const owner = await other.ownerBrowser();
      // Items that refer to others come after them, and everything else in the opposite order.
      const pushed = original.filter(([path]) => path === "fanfare.json");
      for (const next of [/^goals|^trackers/, /^cap-groups/, /^segments/, /^themes/, /\/welcome\//, /\/next-steps\//]) {
        pushed.push(...original.filter(([path]) => next.test(path)));
        const files = pushed.map(([path, text]) => ({ path, text }));
        const { status, text } = await owner.call("PUT", `/api/content-folder?app_id=${APP}`, { files });
        expect([status, text]).toEqual([200, expect.any(String)]);
      }
    }
    const places = [
      { TZ: "UTC", LC_ALL: "C" },
      { TZ: "Pacific/Kiritimati", LC_ALL: "ar_EG.UTF-8", LANG: "ar_EG.UTF-8" },
      { TZ: "America/St_Johns", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
    ];
    for (const [at, place] of places.entries()) {
      const pull = Bun.spawn([process.execPath, CLI, "content", "pull", "--dir", `place-${at}`], {
        ...{ cwd: directory, stdio: ["ignore", "ignore", "pipe"] },
        env: { PATH: process.env["PATH"] ?? "", FANFARE_DATA_DIR: data_dir, ...place },
      });
      const [code, errors] = await Promise.all([pull.exited, new Response(pull.stderr).text()]);
      expect([code, errors]).toEqual([0, ""]);
      const schemas = /"http:\/\/[^/]+\/api\/schemas/;
      const files = Object.entries(tree(`place-${at}`)).map(([path, text]) => [
        path,
        text.replace(schemas, `"${staging.origin}/api/schemas`),
      ]);
      expect(files).toEqual(original);
    }
  }, 60_000);

  test("keeps the source language of content whose file names none", async () => {
    await content("pull", production, "production");
    const path = "contents/welcome/content.json";
    edit(path, (text) => text.replace(/,\n *"locale": "en"/, "").replace('"Hello"', '"Hello again"'));
    expect(tree()[path]).not.toContain("locale");
    expect((await content("push", production, "production")).code).toBe(0);
    await content("pull", production, "production");
    expect(JSON.parse(tree()[path] ?? "")).toMatchObject({ locale: "en" });
    edit(path, (text) => text.replace('"Hello again"', '"Hello"'));
    await content("push", production, "production");
  });

  test("stops at a change that a member made after the last push, until someone decides", async () => {
    await content("push", production, "production");
    const { id, revision } = await contentId(reader, "welcome");
    const patch = { draft: sampleTour("Edited in the console") };
    await reader.call("PATCH", `/api/contents/${id}?app_id=${APP}`, patch, { "If-Match": `"${revision}"` });
    edit("contents/welcome/content.json", (text) => text.replace('"Hello"', '"Edited in Git"'));
    edit("goals/order-shipped.json", (text) => text.replace("Order shipped", "Order sent"));

    const stopped = await content("push", production, "production");
    expect(stopped).toEqual({
      code: 3,
      out: expect.stringContaining("contents/welcome changed on the server after the last push, by "),
    });
    expect(readFileSync(join(directory, "content/contents/welcome/content.server.json"), "utf8")).toContain(
      "in the console",
    );
    expect((await reader.call("GET", `/api/goals?app_id=${APP}`)).json.items[0].name).toBe("Order shipped");

    expect((await content("push", production, "production", "--take", "server")).code).toBe(0);
    expect(tree()["contents/welcome/content.json"]).toContain("Edited in the console");
    // Renamed in its file, and renamed on disk after the push.
    expect(existsSync(join(directory, "content/goals/order-sent.json"))).toBe(true);

    edit("contents/welcome/content.json", (text) => text.replace("Edited in the console", "Edited in Git"));
    expect((await content("push", production, "production")).code).toBe(0);
    const { json } = await reader.call("GET", `/api/contents/${id}?app_id=${APP}`);
    expect(json.draft.body.steps[0].title).toBe("Edited in Git");
  });

  test("is saved as one of two pushes at once has it, never as a mixture", async () => {
    await content("pull", production, "production");
    await content("push", production, "production");
    const [welcome, next] = [await contentId(reader, "welcome"), await contentId(reader, "next-steps")];
    const titleOf = async ({ id }: { readonly id: string }) =>
      (await reader.call("GET", `/api/contents/${id}?app_id=${APP}`)).json.draft.body.steps[0].title;
    for (let round = 0; round < 5; round++) {
      await content("pull", production, "production");
      const before = await titleOf(next);
      cpSync(join(directory, "content"), join(directory, "other"), { recursive: true });
      const path = "contents/welcome/content.json";
      const withTitle = (title: string) => (text: string) => text.replace(/"title": "[^"]*"/, `"title": "${title}"`);
      edit(path, withTitle(`First ${round}`));
      edit(path, withTitle(`Second ${round}`), "other");
      edit("contents/next-steps/content.json", withTitle(`Second ${round}`), "other");
      const pushes = await Promise.all(
        ["content", "other"].map((dir) => content("push", production, "production", "--dir", dir)),
      );
      const states = [
        [`First ${round}`, before],
        [`Second ${round}`, `Second ${round}`],
      ];
      const stored = [await titleOf(welcome), await titleOf(next)];
      const refused = pushes.filter(({ code }) => code !== 0);
      // One after the other, both are saved, and the later one stays.
      if (refused.length === 0) expect(states).toContainEqual(stored);
      else expect(stored).toEqual(states[pushes.findIndex(({ code }) => code === 0)] ?? []);
      for (const { code, out } of refused)
        expect(out).toMatch(code === 3 ? /changed on the server after the last push/ : /Nothing was saved/);
      rmSync(join(directory, "other"), { recursive: true });
    }
  });

  test("is saved whole or not at all, with every mistake and its file", async () => {
    await content("pull", production, "production");
    edit("contents/next-steps/content.json", (text) =>
      text.replace('"segment": "pro-teams"', '"segment": "gone"').replace('"kind": "centered"', '"kind": "poster"'),
    );
    edit("segments/pro-teams.json", (text) => text.replace('"pro"', '"enterprise"'));
    const refused = await content("push", production, "production", "--json");
    expect(refused.code).toBe(1);
    const { error } = JSON.parse(refused.out);
    expect(error).toEqual({ code: "folder_invalid", message: expect.stringContaining("segments/gone doesn't exist") });
    expect(error.message).toContain("contents/next-steps/content.json");
    const segments = (await reader.call("GET", "/api/segments")).json.items;
    expect(JSON.stringify(segments)).not.toContain("enterprise");

    await content("pull", production, "production");
    edit("fanfare.json", () => '{"format": 2}');
    const newer = await content("validate", production, "production");
    expect(newer).toEqual({ code: 1, out: expect.stringContaining("has format 2. This server reads format 1.") });
  });

  test("names a folder that doesn't exist", async () => {
    for (const verb of ["diff", "validate", "push"]) {
      const { code, out } = await content(verb, production, "production", "--dir", "contnet");
      expect([code, out]).toEqual([1, expect.stringContaining("contnet doesn't exist. Check --dir")]);
    }
  });

  test("archives what its last push had and its files don't, and nothing else", async () => {
    await content("pull", production, "production");
    await content("push", production, "production");
    const created = await reader.call("POST", `/api/contents?app_id=${APP}`, {
      ...{ slug: "of-the-console", name: "Of the console", draft: sampleTour("Stay") },
    });
    const { id, revision } = await contentId(reader, "next-steps");
    const statusOf = async (id: string) => (await reader.call("GET", `/api/contents/${id}?app_id=${APP}`)).json.status;
    rmSync(join(directory, "content/contents/next-steps"), { recursive: true });
    expect((await content("push", production, "production", "--dry-run", "--prune")).out).toContain(
      "contents/next-steps: archived",
    );
    const many = await content("push", production, "production", "--prune");
    expect(many).toEqual({ code: 1, out: expect.stringContaining("would archive 1 of 2 items") });
    expect(await statusOf(id)).not.toBe("archived");

    const patch = { name: "Renamed" };
    await reader.call("PATCH", `/api/contents/${id}?app_id=${APP}`, patch, { "If-Match": `"${revision}"` });
    const drifted = await content("push", production, "production", "--prune", "--yes");
    expect(drifted).toEqual({ code: 3, out: expect.stringContaining("contents/next-steps changed on the server") });
    await reader.call(
      "PATCH",
      `/api/contents/${id}?app_id=${APP}`,
      { name: "Next steps" },
      {
        "If-Match": `"${revision + 1}"`,
      },
    );
    rmSync(join(directory, "content/contents/next-steps"), { recursive: true });
    const pruned = await content("push", production, "production", "--prune", "--yes");
    expect(pruned).toEqual({ code: 0, out: expect.stringContaining("contents/next-steps: archived") });
    expect([await statusOf(id), await statusOf(created.json.id)]).toEqual(["archived", "draft"]);
    await reader.call("POST", `/api/contents/${id}/restore?app_id=${APP}`);
    expect(await statusOf(id)).not.toBe("archived");
    await reader.call("POST", `/api/contents/${created.json.id}/archive?app_id=${APP}`);
    await content("pull", production, "production");
  });

  test("warns about missing translations", async () => {
    await content("pull", production, "production");
    const saved = await content("push", production, "production");
    expect(saved.out).toMatch(/next-steps: warning: 1 text isn't translated to German\./);
  });

  test("lists warnings about what could be published, and saves it all the same", async () => {
    await content("pull", production, "production");
    const ended = { zone: "utc", ends_at: "2020-01-01T00:00" };
    const withSchedule = (schedule: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), schedule });
    edit("contents/next-steps/content.json", withSchedule(ended));
    const saved = await content("push", production, "production");
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.out).toMatch(/^ {2}contents\/next-steps: warning: .*end/m);
    const { warnings } = JSON.parse((await content("push", production, "production", "--json")).out);
    expect(warnings).toContainEqual({
      ...{ path: "contents/next-steps", part_id: null, variant: null },
      message: expect.stringContaining("end"),
    });
    edit("contents/next-steps/content.json", (text) => {
      const { schedule: _, ...rest } = JSON.parse(text);
      return JSON.stringify(rest);
    });
    expect((await content("push", production, "production")).out).not.toMatch(/next-steps: warning: .*end/);
  });

  test("is compared with the apps that show it and the number of people in its audience", async () => {
    for (const [external_id, plan] of [
      ["u_1", "pro"],
      ["u_2", "pro"],
      ["u_3", "free"],
    ]) {
      const body = JSON.stringify({ external_id, attributes: { plan } });
      const identify = { method: "POST", headers: { "Content-Type": "application/json" }, body };
      expect((await fetch(`${production.origin}/v1/identify?app=${KEY}`, identify)).status).toBe(200);
    }
    await writeToken(reader, "people", ["content.read", "person.read", "app.read"]);
    await content("pull", production, "production");
    await content("push", production, "production", "--publish");
    const rename = (path: string) => edit(path, (text) => text.replace('"name": "', '"name": "Newer '));
    rename("contents/welcome/content.json");
    edit("contents/next-steps/content.json", (text) => {
      const { targeting, ...rest } = JSON.parse(text);
      const rules = [
        { kind: "segment", segment: "pro-teams" },
        { kind: "url", pattern: "/orders" },
      ];
      return JSON.stringify({ ...rest, targeting: { ...targeting, audience: { kind: "and", rules } } });
    });
    // The size is that of the new rule.
    edit("segments/pro-teams.json", (text) => text.replace(/"value": "\w+"/, '"value": "pro"'));
    mkdirSync(join(directory, "content/contents/only-free"));
    const free = { kind: "attribute", name: "plan", test: { type: "text", op: "is", value: "free" } };
    const draft = { name: "Only free", ...sampleTour("Free"), targeting: { audience: free } };
    writeFileSync(join(directory, "content/contents/only-free/content.json"), JSON.stringify(draft));
    const { code, out } = await content("diff", production, "people");
    expect([code, out.split("\n").filter((line) => /live/.test(line))]).toEqual([
      2,
      [
        "contents/next-steps: live in 1001. Audience: 0 of 3 people, depends on the page for 2.",
        "contents/only-free: not live. Audience: 1 of 3 people.",
        "contents/welcome: live in 1001. Audience: 3 of 3 people.",
      ],
    ]);
    // Counts would tell who has which attribute.
    const without = await content("diff", production, "drafts-only");
    expect(without.out).toContain("contents/only-free: not live.\n");
    rmSync(join(directory, "content/contents/only-free"), { recursive: true });
    await content("pull", production, "production");
  });

  test("needs the scope of each kind that changes, and publishes only with its scope", async () => {
    await content("pull", production, "production");
    edit("segments/pro-teams.json", (text) => text.replace('"pro"', '"team"'));
    const refused = await content("push", production, "drafts-only");
    expect(refused).toEqual({ code: 1, out: expect.stringContaining("segment.write") });
    await content("pull", production, "production");
    edit("contents/welcome/content.json", (text) => text.replace("Look.", "Look here."));
    const drafted = await content("push", production, "drafts-only", "--publish");
    expect(drafted).toEqual({ code: 1, out: expect.stringContaining("content.publish") });
    const { json } = await reader.call("GET", `/api/contents/${(await contentId(reader, "welcome")).id}?app_id=${APP}`);
    expect(json.status).toBe("changed");
  });

  test("names what it publishes, or would publish, also what it doesn't change", async () => {
    await using fresh = await startTemporaryServer();
    const owner = await fresh.ownerBrowser();
    await writeToken(owner, "named", [...SCOPES, "content.publish"]);
    for (const slug of ["meant", "also-there"]) {
      const made = { slug, name: slug, draft: sampleTour(slug) };
      expect((await owner.call("POST", `/api/contents?app_id=${APP}`, made)).status).toBe(201);
    }
    await content("pull", fresh, "named", "--dir", "meant-for");
    await content("push", fresh, "named", "--dir", "meant-for");
    edit("contents/meant/content.json", (text) => text.replace("Look.", "See."), "meant-for");
    expect((await content("diff", fresh, "named", "--dir", "meant-for")).out).toMatch(/^1 difference\.$/m);
    const options = ["--dir", "meant-for", "--publish"];
    const planned = await content("push", fresh, "named", ...options, "--dry-run");
    const lines = (out: string) => out.split("\n").filter((line) => line.includes("published"));
    expect(lines(planned.out)).toEqual([
      "  contents/also-there: would be published",
      "  contents/meant: would be published",
    ]);
    expect(lines((await content("push", fresh, "named", ...options)).out)).toEqual([
      ...["  contents/also-there: published", "  contents/meant: published", "2 published."],
    ]);
    expect(lines((await content("push", fresh, "named", ...options)).out)).toEqual(["0 published."]);
  });

  test("publishes what may be published, and names what awaits approval", async () => {
    const gate = async (review: string): Promise<void> => {
      const { revision } = (await reader.call("GET", `/api/apps/${APP}`)).json;
      const match = { "If-Match": `"${revision}"` };
      expect((await reader.call("PATCH", `/api/apps/${APP}`, { settings: { review } }, match)).status).toBe(200);
    };
    await gate("required");
    await content("pull", production, "production");
    edit("contents/welcome/content.json", (text) => text.replace("Look here.", "Look there."));
    edit("contents/next-steps/content.json", (text) => text.replace('"name": "', '"name": "New '));
    await content("push", production, "production");
    const { id, revision } = await contentId(reader, "welcome");
    for (const act of ["review", "approve"]) {
      const match = { "If-Match": `"${revision}"` };
      expect((await reader.call("POST", `/api/contents/${id}/${act}?app_id=${APP}`, undefined, match)).status).toBe(
        200,
      );
    }
    const stopped = await content("push", production, "production", "--publish", "--json");
    const report = JSON.parse(stopped.out);
    expect({ code: stopped.code, published: report.published }).toEqual({ code: 4, published: 1 });
    expect(report.unapproved).toEqual(["contents/next-steps"]);
    await gate("off");
    expect((await content("push", production, "production", "--publish")).code).toBe(0);
  });

  test("gets nothing that only the server has by a push, and keeps new files in a pull", async () => {
    await using fresh = await startTemporaryServer();
    const author = await fresh.ownerBrowser();
    await writeToken(author, "fresh", [...SCOPES, "content.publish"]);
    const draft = sampleTour("Made in the console");
    const { json: made } = await author.call("POST", `/api/contents?app_id=${APP}`, { slug: "made", name: "M", draft });
    const write = (slug: string): string => {
      const path = `contents/${slug}/content.json`;
      mkdirSync(join(directory, "shared/contents", slug), { recursive: true });
      const text = JSON.stringify({ name: slug, body: sampleTour("In Git").body });
      writeFileSync(join(directory, "shared", path), text);
      return path;
    };
    const written = write("written");
    writeFileSync(join(directory, "shared/fanfare.json"), JSON.stringify({ format: 1 }));
    const own = ["fanfare.json", written];
    expect(await content("push", fresh, "fresh", "--dir", "shared")).toMatchObject({ code: 0 });
    expect(Object.keys(tree("shared")).sort()).toEqual([written, "fanfare.json"]);
    // A change of what only the server has is no reason to stop.
    const match = { "If-Match": `"${made.revision}"` };
    await author.call("PATCH", `/api/contents/${made.id}?app_id=${APP}`, { name: "Renamed" }, match);
    expect(await content("push", fresh, "fresh", "--dir", "shared")).toMatchObject({ code: 0 });
    expect(Object.keys(tree("shared")).sort()).toEqual(own.toReversed());

    const idea = write("idea");
    const pulled = await content("pull", fresh, "fresh", "--dir", "shared");
    expect(pulled).toEqual({
      code: 0,
      out: expect.stringContaining(`${idea}: only here. Push it, or pull with --prune`),
    });
    const all = [idea, "contents/made/content.json", written, "fanfare.json"];
    expect(Object.keys(tree("shared")).sort()).toEqual(all);
    await content("pull", fresh, "fresh", "--dir", "shared", "--prune");
    expect(Object.keys(tree("shared")).sort()).toEqual(all.slice(1));
  });
});

describe("fanfare content promote", () => {
  /** Runs it in the folder of the tokens. */
  async function promote(...args: readonly string[]) {
    let out = "";
    const print = (text: string): void => {
      out += `${text}\n`;
    };
    const io = { environment: {}, directory, print, printError: print, ask: undefined };
    return { code: await run(["content", "promote", ...args], io), out };
  }
  const publish = async ({ id, revision }: { id: string; revision: number }) =>
    reader.call("POST", `/api/contents/${id}/publish?app_id=${APP}`, undefined, { "If-Match": `"${revision}"` });

  test("publishes the live versions of an app in another app, and leaves drafts and other apps alone", async () => {
    const made = await reader.call("POST", "/api/apps", { id: "2002", name: "Next", key: "next" });
    expect(made.status).toBe(201);
    const at = ["--server", production.origin, "--token-file", "production", "--from", APP, "--to", "2002"];
    const welcome = await contentId(reader, "welcome");
    await publish(welcome);
    await publish(await contentId(reader, "next-steps"));
    const draft = { name: "Not published" };
    await reader.call("PATCH", `/api/contents/${welcome.id}?app_id=${APP}`, draft, {
      "If-Match": `"${welcome.revision}"`,
    });
    const liveIn = async () => {
      const { items } = (await reader.call("GET", `/api/contents/${welcome.id}/versions`)).json;
      return items.filter((version: { live_in: string[] }) => version.live_in.includes("2002")).length;
    };
    expect((await promote(...at, "--dry-run")).out).toMatch(/welcome: version \d+, new\n.*dry run/);
    expect(await liveIn()).toBe(0);
    expect(await promote(...at, "--only", "welcme")).toEqual({ code: 2, out: expect.stringContaining("welcme") });
    expect(await promote(...at, "--only", "welcome")).toEqual({ code: 0, out: expect.stringContaining("1 promoted") });
    expect(await liveIn()).toBe(1);
    expect((await promote(...at)).out).toMatch(/^ {2}next-steps: .*\n1 promoted/);
    expect((await promote(...at)).out).toBe("0 promoted from 1001 to 2002.\n");
    const entries = (await reader.call("GET", "/api/audit?action=content.promote")).json.items;
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ app_id: "2002", detail: { from_app_id: APP } });
    const refused = await promote(...at.map((each) => (each === "production" ? "drafts-only" : each)));
    expect(refused.code).toBe(0);
  });

  test("promotes all or nothing, and only what was reviewed", async () => {
    const welcome = await contentId(reader, "welcome");
    const next = await contentId(reader, "next-steps");
    await Promise.all([publish(welcome), reader.call("POST", `/api/contents/${next.id}/unpublish?app_id=2002`)]);
    const query = `?app_id=2002&from_app_id=${APP}`;
    const { items } = (await reader.call("GET", `/api/promotions${query}`)).json;
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(["next-steps", "welcome"]);
    await reader.call("POST", `/api/contents/${welcome.id}/pause?app_id=${APP}`);
    const body = {
      from_app_id: APP,
      items: items.map(({ content_id, from }: (typeof items)[0]) => ({ content_id, version_id: from.version_id })),
    };
    const stale = await reader.call("POST", "/api/promotions?app_id=2002", body);
    expect([stale.status, stale.json.code]).toEqual([412, "revision_stale"]);
    expect((await reader.call("GET", `/api/promotions${query}`)).json.items).toHaveLength(1);
    const at = ["--server", production.origin, "--token-file", "drafts-only", "--from", APP, "--to", "2002"];
    expect(await promote(...at)).toEqual({ code: 1, out: expect.stringContaining("content.publish") });
  });

  test("pushes to another installation, and stops if members changed the content there", async () => {
    const at = ["--server", production.origin, "--token-file", "production", "--from", APP];
    const to = ["--to-server", staging.origin, "--to-token-file", "staging", "--to", APP];
    const stopped = await promote(...at, ...to);
    expect(stopped).toEqual({ code: 3, out: expect.stringContaining("changed on the server after the last push") });
    const { origin } = production;
    await content("pull", production, "production", "--dir", "promoted");
    expect((await content("push", staging, "staging", "--dir", "promoted", "--take", "local")).code).toBe(0);
    const { id, revision } = await contentId(reader, "welcome");
    const name = { name: "Renamed in staging" };
    await reader.call("PATCH", `/api/contents/${id}?app_id=${APP}`, name, { "If-Match": `"${revision}"` });
    const done = await promote(...at, ...to);
    expect(done).toEqual({ code: 0, out: expect.stringMatching(/contents\/welcome: changed[\s\S]*Saved as drafts/) });
    expect((await author.call("GET", `/api/contents?app_id=${APP}&q=welcome`)).json.items[0].name).toBe(name.name);
    const audit = await staging.fanfare.store.db.selectFrom("audit_entries").select("detail").execute();
    expect(audit.some(({ detail }) => String(detail).includes(`promoted from ${origin}`))).toBe(true);
  });

  test("warns about a button only if what it starts isn't published with it", async () => {
    await using fresh = await startTemporaryServer();
    await writeToken(await fresh.ownerBrowser(), "fresh", [...SCOPES, "content.publish"]);
    rmSync(join(directory, "content"), { recursive: true });
    await content("pull", fresh, "fresh");
    const write = (slug: string, body: object): void => {
      const folder = join(directory, "content/contents", slug);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "content.json"), JSON.stringify({ name: slug, body }));
    };
    const button = { label: "More", action: { kind: "start", content: "z-more" } };
    const panels = [{ id: "panel", title: "News", blocks: [], button }];
    write("a-news", { type: "announcement", form: "modal", panels });
    write("z-more", sampleTour("More").body);
    const drafts = await content("push", fresh, "fresh");
    expect(drafts.out).toContain("starts “z-more”, which isn't published in this app");
    const published = await content("push", fresh, "fresh", "--publish");
    expect(published).toMatchObject({ code: 0, out: expect.not.stringContaining("isn't published in this app") });
  });
});

describe("imports of other tools", () => {
  const importFile = async (...args: readonly string[]) => {
    let out = "";
    const print = (text: string): void => {
      out += `${text}\n`;
    };
    const io = { environment: {}, directory, print, printError: print, ask: undefined };
    return { code: await run(["content", "import", ...args], io), out };
  };

  test("adds drafts to the folder without changing others, and a push saves them", async () => {
    await content("pull", production, "production", "--dir", "imports");
    const before = tree("imports");
    writeFileSync(join(directory, "old.js"), "driver({ animate: true, steps: [{ popover: { title: 'Hi' } }] });");
    for (const _ of ["first", "second"]) {
      const { code, out } = await importFile("old.js", "--from", "driver.js", "--name", "Old tour", "--dir", "imports");
      expect(out).toContain("line 1, animate: Appearance isn't carried over.");
      expect(code).toBe(0);
    }
    const after = tree("imports");
    expect(Object.keys(after).filter((name) => !(name in before) && name !== "fanfare.json")).toEqual([
      "contents/old-tour-2/content.json",
      "contents/old-tour/content.json",
    ]);
    expect(after).toMatchObject(before);
    expect(readFileSync(join(directory, "imports/contents/old-tour/import.md"), "utf8")).toContain("3 of 4 fields");
    const pushed = await content("push", production, "production", "--dir", "imports");
    expect(pushed.out).toContain("contents/old-tour: new");
    expect((await contentId(reader, "old-tour-2")).revision).toBe(1);
  });

  test("names the formats if there is none, and the file if it can't be read", async () => {
    expect((await importFile("old.js")).out).toContain(
      "--from appcues|driver.js|intro.js|joyride|posthog|shepherd|usertour",
    );
    expect((await importFile("missing.js", "--from", "joyride")).out).toContain("Can't read");
  });
});
