import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { freePort } from "../../e2e/support/test-server.ts";
import packageJson from "../../package.json" with { type: "json" };
import { moduleSnippet } from "../../sdk/test/support/host-page.ts";
import { findChromium } from "../services/chromium.ts";
import { accepted, billOfMaterials, type Component, licenseTexts } from "./components.ts";
import { compileServer } from "./executable.ts";
import { CONTENTS, upgradeUnderOpenPages, writeLaterRelease } from "./open-pages.ts";

// Starting processes can exceed Bun's default on busy machines.
setDefaultTimeout(180_000);

const directory = mkdtempSync(join(tmpdir(), "fanfare-executable-"));
const fanfare = join(directory, "bin", "fanfare");
/** A folder of someone else, with files that plain Bun would run or read. */
const folder = join(directory, "folder");
const info = { commit: "0".repeat(40), built_at: "2026-01-02T03:04:05.000Z" };
let components: readonly Component[];

const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: directory,
  FANFARE_PORT: "0",
  CANARY: "canary-of-the-build",
};

async function run(
  args: readonly string[],
  program = fanfare,
): Promise<{ readonly code: number; readonly out: string }> {
  const child = Bun.spawn([program, ...args], { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, out: out + error };
}

beforeAll(async () => {
  for (const path of [join(directory, "bin"), join(folder, "store/sqlite")]) mkdirSync(path, { recursive: true });
  process.env["CANARY"] = environment.CANARY;
  components = await compileServer({
    outfile: fanfare,
    info,
    target: `bun-linux-${process.arch === "arm64" ? "arm64" : "x64"}`,
  });
  const touch = `require("node:fs").writeFileSync(${JSON.stringify(join(directory, "touched"))}, "");`;
  writeFileSync(join(folder, ".env"), "FANFARE_LOG=loud\n");
  writeFileSync(join(folder, "preload.js"), touch);
  writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./preload.js"]\n');
  writeFileSync(join(folder, "package.json"), '{"imports":{"#x":"./preload.js"},"type":"commonjs"}');
  writeFileSync(join(folder, "store/sqlite/worker.ts"), touch);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Imports a tour as the owner. A thread of its own reads it. */
async function importTour(origin: string, token: string | undefined): Promise<string> {
  const post = async (path: string, body: unknown, cookie = ""): Promise<Response> =>
    await fetch(`${origin}/api/${path}`, {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify(body),
    });
  const owner = { name: "Ada", email: "ada@example.com", password: "a long phrase to remember" };
  const setup = await post("setup", { token, ...owner });
  const cookie = setup.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const [app] = (await setup.json()).apps;
  const files = [{ name: "tour.js", text: 'driver({ steps: [{ popover: { title: "Hello" } }] })' }];
  const imported = await post(`content-imports?app_id=${app.id}`, { files }, cookie);
  return `${imported.status} ${(await imported.json()).files[0].source}`;
}

test("runs alone in a foreign folder, with console, SDK, package, and all threads inside", async () => {
  const server = Bun.spawn([fanfare, "serve"], { cwd: folder, env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const reader = server.stdout.getReader();
  let printed = "";
  while (!printed.includes("console/setup?token=")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server ended:\n${printed}`);
    printed += new TextDecoder().decode(value);
  }
  const origin = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? "";
  const get = async (path: string): Promise<string> => {
    const response = await fetch(`${origin}${path}`);
    return `${response.status} ${response.headers.get("Content-Type")} ${(await response.bytes()).length > 100}`;
  };
  expect(await Promise.all(["/console/", "/sdk/fanfare.js", "/sdk/fanfare.d.ts", "/docs"].map(get))).toEqual([
    "200 text/html; charset=utf-8 true",
    "200 text/javascript; charset=utf-8 true",
    "200 text/plain; charset=utf-8 true",
    "200 text/html; charset=utf-8 true",
  ]);
  expect(await get(`/sdk/npm/fanfare-sdk-${packageJson.version}.tgz`)).toBe("200 application/gzip true");
  expect(await importTour(origin, /token=([\w-]+)/.exec(printed)?.[1])).toBe("201 driver.js");
  const backup = await run(["backup", "--json"]);
  expect(backup.code).toBe(0);
  const doctor = await run(["doctor", "--json"]);
  expect(doctor.out).toContain('"database"');
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  // For pages that stay open over the next upgrade.
  const [build = ""] = readdirSync(join(folder, "data/builds"));
  const kept = readdirSync(join(folder, "data/builds", build, "sdk"), { recursive: true, encoding: "utf8" });
  expect(kept.some((file) => /^chunks\/tour-\w+\.js$/.test(file))).toBe(true);
  expect(existsSync(join(directory, "touched"))).toBe(false);
});

test("upgrades itself to another release, which opens the same data", async () => {
  const [installed, release] = [join(directory, "installed/fanfare"), join(directory, "release")];
  for (const path of [join(directory, "installed"), release]) mkdirSync(path);
  cpSync(fanfare, installed);
  // A release of another commit: its description is readable in the file.
  const bytes = readFileSync(fanfare);
  const later = Buffer.from(`"commit":"${"1".repeat(40)}"`);
  const place = bytes.indexOf(`"commit":"${info.commit}"`);
  later.copy(bytes, place);
  const archive = await new Bun.Archive({ "fanfare-9.9.9-test/fanfare": bytes }).bytes();
  writeFileSync(join(release, "test.tar.gz"), archive);
  const sum = new Bun.CryptoHasher("sha256").update(archive).digest("hex");
  writeFileSync(join(release, "SHA256SUMS"), `${sum}  test.tar.gz\n`);
  const upgrade = await run(["upgrade", "--from", join(release, "test.tar.gz"), "--json"], installed);
  expect(upgrade).toMatchObject({ code: 0, out: expect.stringContaining('"upgraded":true') });
  expect((await run(["version", "--json"], installed)).out).toContain("1".repeat(40));
  expect((await run(["version", "--json"], `${installed}.previous`)).out).toContain(info.commit);
  expect(await run(["app", "list"], installed)).toMatchObject({ code: 0, out: expect.stringContaining("First app") });
});

test("sends open pages the files of their release after one upgrade, and asks them to reload after two", async () => {
  const data = join(directory, "exchanged");
  const executables = [fanfare, join(directory, "later"), join(directory, "latest")];
  for (const generation of [0, 1] as const) writeLaterRelease(fanfare, executables[generation + 1] ?? "", generation);
  const contents = join(directory, "contents.json");
  writeFileSync(contents, CONTENTS);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = async (release: number) => {
    const app = { FANFARE_APP_ID: "1001", FANFARE_APP_KEY: "shop", FANFARE_APP_SECRET: "secret-of-the-shop" };
    const env = { ...environment, ...app, FANFARE_PORT: String(port), FANFARE_DATA_DIR: data };
    const server = Bun.spawn([executables[release] ?? "", "serve", "--import", contents], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const reader = server.stdout.getReader();
    for (let out = ""; !out.includes("console/setup?token="); ) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The server ended:\n${out}`);
      out += new TextDecoder().decode(value);
    }
    return async () => {
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
    };
  };
  const html = `<!doctype html><title>Shop</title>${moduleSnippet(origin, "shop")}<h1>Shop</h1>`;
  const site = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0 },
    fetch: () => new Response(html, { headers: { "Content-Type": "text/html" } }),
  });
  await using browser = await chromium.launch({
    executablePath: findChromium() ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  await upgradeUnderOpenPages({ browser, url: String(site.url), executables, start });
  await site.stop(true);
}, 240_000);

test("names its commit, and the license of every package inside", async () => {
  const version = await run(["version", "--json"]);
  expect(JSON.parse(version.out)).toMatchObject({ version: packageJson.version, ...info });
  const { out } = await run(["licenses"]);
  const named = ["Fanfare 0.1.0 (MIT)", "kysely", "hono", "react", "bun 1.", "UNICODE LICENSE V3"];
  for (const name of named) expect(out).toContain(name);
  expect(out.trim()).toBe(licenseTexts(components).trim());
  const bom = JSON.parse(billOfMaterials(components, info.built_at));
  const names = bom.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["bun", "hono", "kysely", "zod", "react", "@base-ui/react"]));
  // Installed for development only.
  expect(names).not.toContain("typescript");
  expect(names).not.toContain("vite");
});

test("has the packages of its bundles alone, each with its license", () => {
  const named = components.map(({ name, version }) => `${name}@${version}`);
  expect(named.filter((each, at) => named.indexOf(each) !== at)).toEqual([]);
  const bom = JSON.parse(billOfMaterials(components, info.built_at));
  expect(bom.components.map(({ name, version }: Component) => `${name}@${version}`)).toEqual(named);
  const texts = licenseTexts(components);
  for (const { name, version, license, text } of components)
    expect(texts).toContain(`${name} ${version} (${license})\n\n${text.trim()}`);
});

test.each([
  ["a license that isn't accepted", { license: "AGPL-3.0-only", text: "Text" }, "tours (AGPL-3.0-only)"],
  ["a choice of licenses", { license: "MIT OR GPL-2.0", text: "Text" }, "tours (MIT OR GPL-2.0)"],
  ["no license", { license: "", text: "Text" }, "tours (no license)"],
  ["a license without its text", { license: "MIT", text: " \n" }, "tours (MIT)"],
])("refuses to release a package with %s", (_, license, named) => {
  const known: Component = { name: "hono", version: "4.0.0", license: "MIT", text: "Text" };
  expect(() => accepted([known, { name: "tours", version: "1.0.0", ...license }])).toThrow(
    `Check whether these packages may be in a release: ${named}.`,
  );
  expect(accepted([known])).toEqual([known]);
});

test("contains nothing of the machine that built it, and the same bytes each time", async () => {
  const bytes = readFileSync(fanfare);
  const folder_of_packages = join(process.cwd(), "sdk/dist/npm");
  const packages = readdirSync(folder_of_packages).map((name) =>
    Buffer.from(Bun.gunzipSync(readFileSync(join(folder_of_packages, name)))),
  );
  expect(packages).not.toEqual([]);
  for (const text of [environment.CANARY, process.cwd(), join(tmpdir(), "fanfare-release-")]) {
    expect(bytes.includes(text)).toBe(false);
    for (const packed of packages) expect(packed.includes(text)).toBe(false);
  }
  // The name of the file is in it.
  const again = join(directory, "again", "fanfare");
  await compileServer({ outfile: again, info, target: `bun-linux-${process.arch === "arm64" ? "arm64" : "x64"}` });
  expect(Bun.hash(readFileSync(again))).toBe(Bun.hash(bytes));
});
