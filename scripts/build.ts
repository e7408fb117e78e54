import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { packSdk } from "../sdk/package/pack.ts";
import { packApi } from "../sdk/package/pack-api.ts";
import { buildSurveyPage } from "../sdk/package/survey-page.ts";
import { createSite } from "./docs/site.tsx";
import { capture, installed, main, print, ROOT, seconds, UserError } from "./terminal.ts";

/** A workspace that needs a build, because browsers load it. Everything else runs from source. */
interface Workspace {
  readonly name: "sdk" | "console" | "docs";
  readonly inputs: readonly string[];
  /** File whose presence shows that the last build still exists. */
  readonly output: string;
}

const SHARED = ["package-lock.json", "contract/src", "contract/package.json", "sdk/src", "sdk/package.json"];
const WORKSPACES: readonly Workspace[] = [
  {
    name: "sdk",
    inputs: [
      ...SHARED,
      ...["sdk/react", "sdk/vue", "sdk/npm", "sdk/package", "sdk/sizes.json"],
      // The types of the API client come from the server's description.
      ...["sdk/api-client", "server/src/http/openapi"],
      ...["sdk/vite.config.ts", "sdk/short-names.ts", "console/locales/po.ts"],
    ],
    output: "sdk/dist/fanfare.js",
  },
  {
    name: "console",
    inputs: [
      ...SHARED,
      "console/src",
      "console/public",
      "console/index.html",
      "console/package.json",
      "console/vite.config.ts",
      ...["console/chunks", "console/locales", "sdk/inline-limits.ts"],
    ],
    output: "console/dist/index.html",
  },
  {
    name: "docs",
    // References come from the code of the server.
    inputs: ["package-lock.json", "contract/src", "server/src", "docs", "scripts/docs", "console/public"],
    output: "docs/dist/index.html",
  },
];

/** Builds the workspaces whose sources changed since their last build. Prints only if there is something to build. */
export async function build(names: readonly Workspace["name"][] = ["sdk", "console", "docs"]): Promise<void> {
  const stale = WORKSPACES.filter((workspace) => names.includes(workspace.name) && !isFresh(workspace));
  if (stale.length === 0) return;
  print(`Building ${stale.map((workspace) => workspace.name).join(" and ")}…`);
  const started = performance.now();
  // Hash before the build: a file saved meanwhile triggers the next build.
  await Promise.all(stale.map((workspace) => buildWorkspace(workspace, hashOf(workspace))));
  print(`Built in ${seconds(started)}.`);
}

async function buildWorkspace(workspace: Workspace, hash: string): Promise<void> {
  const next = join(ROOT, workspace.name, "dist-next");
  if (workspace.name === "docs") await writeSite(next);
  else await buildWithVite(workspace, next);
  await precompress(next);
  rotate(join(ROOT, workspace.name));
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  writeFileSync(stampOf(workspace), hash);
}

async function writeSite(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of await createSite()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

async function buildWithVite(workspace: Workspace, next: string): Promise<void> {
  const options = ["--config", `${workspace.name}/vite.config.ts`, "--outDir", next, "--emptyOutDir"];
  const command = [installed("vite"), "build", workspace.name, ...options];
  const { code, output } = await capture(command, { FORCE_COLOR: process.stdout.isTTY ? "1" : "0" });
  if (code !== 0) throw new UserError(`${output}\n\nThe build of ${workspace.name} failed. See the Vite output above.`);
  if (workspace.name !== "sdk") return;
  // Before compressed copies and the page of survey links are added, which are for this server only.
  await packSdk(next);
  await packApi(next, describeApi());
  await buildSurveyPage(next);
}

/** HTML is changed by the server, and pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|json|svg|txt)$/;

/** Brotli at its best quality. Written next to each file, where the server looks for it (http/static/folder.ts). */
export function brotliBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  return promisify(brotliCompress)(bytes, { params });
}

async function precompress(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  await Promise.all(
    names
      .filter((name) => COMPRESSIBLE.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        writeFileSync(`${path}.br`, await brotliBytes(readFileSync(path)));
      }),
  );
}

/**
 * Replaces `dist` with `dist-next` atomically and keeps the old build as `dist-previous`. The server uses that for
 * pages opened before an upgrade that lazy-load old chunks. A build without changes doesn't replace it.
 */
export function rotate(workspace: string): void {
  const next = join(workspace, "dist-next");
  const now = join(workspace, "dist");
  const previous = join(workspace, "dist-previous");
  if (existsSync(now) && namesIn(now) !== namesIn(next)) {
    rmSync(previous, { recursive: true, force: true });
    renameSync(now, previous);
  }
  rmSync(now, { recursive: true, force: true });
  renameSync(next, now);
}

function namesIn(folder: string): string {
  return readdirSync(folder, { recursive: true }).map(String).sort().join("\n");
}

function isFresh(workspace: Workspace): boolean {
  const stamp = stampOf(workspace);
  if (!existsSync(join(ROOT, workspace.output)) || !existsSync(stamp)) return false;
  return readFileSync(stamp, "utf8") === hashOf(workspace);
}

function stampOf(workspace: Workspace): string {
  return join(ROOT, ".cache", `build-${workspace.name}.sha256`);
}

function hashOf(workspace: Workspace): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const input of workspace.inputs) {
    for (const file of filesOf(input)) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex");
}

function filesOf(path: string): readonly string[] {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .filter((name) => !/\.(test|web|contract)\.tsx?$|^dist(-|$)/.test(name))
    .flatMap((name) => filesOf(`${path}/${name}`));
}

if (import.meta.main) {
  await main(async () => {
    await build();
    return 0;
  });
}
