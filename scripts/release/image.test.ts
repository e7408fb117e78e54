import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { capture } from "../terminal.ts";
import { compileServer } from "./executable.ts";
import { packImage } from "./image.ts";
import { canIsolate, IsolatedMachine } from "./isolated-machine.ts";

const directory = mkdtempSync(join(tmpdir(), "fanfare-image-"));
const folder = join(directory, "folder");
const root = join(directory, "root");
const records = join(directory, "records");
/** For busy machines. Costs nothing otherwise. */
const PAGE_TIMEOUT_MS = 90_000;
const info = { commit: "0".repeat(40), built_at: "2026-01-02T03:04:05.000Z" };
const target = `bun-linux-${process.arch === "arm64" ? "arm64" : "x64"}` as const;
const archive = (name: string): string => join(directory, name, `fanfare-1.2.3-linux-${process.arch}.oci.tar`);
const sha256 = (bytes: Uint8Array): string => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
let digest: string | undefined;
/** Files of the archive by name. */
let files: ReadonlyMap<string, File>;

async function parse(name: string) {
  return JSON.parse((await files.get(name)?.text()) ?? "null");
}

async function blob(found: { readonly digest: string; readonly size: number }): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = (await files.get(`blobs/${found.digest.replace(":", "/")}`)?.bytes()) ?? new Uint8Array();
  expect([`sha256:${sha256(bytes)}`, bytes.length]).toEqual([found.digest, found.size]);
  return bytes;
}

beforeAll(async () => {
  for (const path of [folder, root, records, join(directory, "one"), join(directory, "two")]) mkdirSync(path);
  await compileServer({ outfile: join(folder, "fanfare"), info, target });
  for (const name of ["licenses.txt", "sbom.cdx.json"]) writeFileSync(join(folder, name), name);
  digest = await packImage({ folder, destination: join(directory, "one"), version: "1.2.3", info });
  files = await new Bun.Archive(await Bun.file(archive("one")).bytes()).files();
}, 240_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("is an archive in OCI layout whose digests and sizes match, and which Docker reads", async () => {
  expect(await parse("oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
  const [described] = (await parse("index.json")).manifests;
  expect(described.digest).toBe(digest);
  const manifest = JSON.parse(new TextDecoder().decode(await blob(described)));
  expect(manifest).toMatchObject({ schemaVersion: 2, mediaType: described.mediaType });
  const config = JSON.parse(new TextDecoder().decode(await blob(manifest.config)));
  expect(config.config).toMatchObject({
    ...{ User: "65532:65532", Entrypoint: ["/fanfare"], Cmd: ["serve"], StopSignal: "SIGTERM" },
    ...{ Volumes: { "/data": {} }, ExposedPorts: { "4000/tcp": {} } },
  });
  const [layer] = manifest.layers;
  const unpacked = Bun.gunzipSync(await blob(layer));
  expect(config.rootfs).toEqual({ type: "layers", diff_ids: [`sha256:${sha256(unpacked)}`] });
  const [docker] = await parse("manifest.json");
  expect(docker.RepoTags).toEqual(["fanfare:1.2.3"]);
  for (const path of [docker.Config, ...docker.Layers]) expect(files.has(path)).toBe(true);
  writeFileSync(join(directory, "layer.tar"), unpacked);
});

test("has the same bytes each time, and others for another executable", async () => {
  const small = join(directory, "small");
  mkdirSync(small);
  for (const name of ["licenses.txt", "sbom.cdx.json"]) writeFileSync(join(small, name), name);
  const pack = async (program: string): Promise<string> => {
    writeFileSync(join(small, "fanfare"), program);
    await packImage({ folder: small, destination: join(directory, "two"), version: "1.2.3", info });
    return sha256(readFileSync(archive("two")));
  };
  expect(await pack("one")).toBe(await pack("one"));
  expect(await pack("two")).not.toBe(await pack("one"));
});

/** Creates the owner, and publishes a tour. Returns the snippet for pages, and the name of a backup. */
async function useConsole(
  page: Page,
  setup_link: string,
): Promise<{ readonly snippet: string; readonly backup: string }> {
  await page.goto(setup_link);
  await page.getByLabel("Your name").fill("Ada Larkspur");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long pass phrase");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.locator("fanfare-ui").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Welcome");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Welcome to the shop");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Published" }).waitFor();

  const app_url = page.url().replace(/\/content.*/, "");
  await page.goto(`${app_url}/settings/data`);
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByRole("list", { name: "Backups" }).getByRole("listitem").waitFor();
  await page.goto(`${app_url}/settings/install`);
  await page.getByRole("radio", { name: "Module", exact: true }).click();
  const section = page.locator("section").filter({ hasText: "Add the snippet" });
  const snippet = (await section.locator("pre code").textContent()) ?? "";
  const [backup = ""] = readdirSync(join(root, "data/backups"));
  return { snippet, backup };
}

/** Opens a page of another site, goes through its tour, and waits until the server stored that. */
async function finishTour(machine: IsolatedMachine, browser: Browser, snippet: string): Promise<void> {
  const site = await machine.openSite(`<!doctype html><title>Shop</title><h1>Shop</h1>${snippet}`);
  const page = await browser.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto(site.url);
  const card = page.locator("fanfare-ui .card");
  await card.getByRole("heading", { name: "Welcome to the shop" }).waitFor();
  const stored = page.waitForResponse((response) => response.url().includes("/v1/events") && response.ok());
  await card.locator("button.primary").click();
  await card.waitFor({ state: "detached" });
  await stored;
  await page.close();
  await site.close();
}

test.if(canIsolate())(
  "runs everything with its own files, /proc, and no network, from the setup link to a restored backup",
  async () => {
    const listed = await capture(["tar", "-tvf", join(directory, "layer.tar"), "--numeric-owner"]);
    expect(listed.output).toMatch(/^drwx------ 65532\/65532 .* data\/$/m);
    expect(listed.output).toMatch(/^drwxrwxrwt 0\/0 .* tmp\/$/m);
    await capture(["tar", "-xpf", join(directory, "layer.tar"), "-C", root, "--numeric-owner"]);
    await using machine = await IsolatedMachine.start(root, records);
    await using browser = await machine.openBrowser();
    const server = machine.serve();
    const page = await browser.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const { snippet, backup } = await useConsole(page, await server.until(/http:\S+setup\?token=\S+/));
    await finishTour(machine, browser, snippet);
    await page.goto("http://localhost:4000/docs/getting-started");
    await page.getByRole("heading", { level: 1, name: "Get started in five minutes" }).waitFor();
    await page.goto("about:blank");
    await machine.fanfare("doctor");
    expect(await server.stop()).toBe(0);

    // Another installation, with only the backup of the first one.
    for (const name of readdirSync(join(root, "data")).filter((each) => each !== "backups"))
      rmSync(join(root, "data", name), { recursive: true });
    await machine.fanfare("restore", "--from", `/data/backups/${backup}`);
    const restored = machine.serve();
    await restored.until(/"event":"listening"/);
    await finishTour(machine, browser, snippet);
    expect(await restored.stop()).toBe(0);

    const { itself, others } = machine.contacted();
    expect(others).toEqual([]);
    expect(itself).toBeGreaterThan(0);
  },
  360_000,
);
