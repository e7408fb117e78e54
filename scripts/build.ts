import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { createFreshness } from "./build/freshness.ts";
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

const ALL = ["sdk", "console", "docs"] as const;

interface BuildOptions {
  /**
   * Minify the SDK in one style, and leave compression to {@link compressBuilds}: both take half of the time. The SDK is
   * 0.2% larger. Until files are compressed, the server compresses those that are requested.
   */
  readonly quick?: boolean;
}

/** Builds the workspaces whose sources changed since their last build. Prints only if there is something to build. */
export async function build(
  names: readonly Workspace["name"][] = ALL,
  { quick = false }: BuildOptions = {},
): Promise<void> {
  const chosen = WORKSPACES.filter(({ name }) => names.includes(name));
  const freshness = createFreshness(ROOT);
  const stale = chosen.filter(({ name, inputs, output }) => {
    const state = freshness.check(name, inputs, output);
    return state === "stale" || (state === "quick" && !quick);
  });
  if (stale.length > 0) {
    print(`Building ${stale.map(({ name }) => name).join(" and ")}…`);
    const started = performance.now();
    await Promise.all(
      stale.map(async ({ name, inputs }) => {
        // Before the build: a file saved meanwhile triggers the next build.
        const stamp = freshness.stampOf(inputs);
        await buildWorkspace(name, quick);
        freshness.write(name, { ...stamp, quick: quick && name === "sdk" });
      }),
    );
    print(`Built in ${seconds(started)}.`);
  }
  if (!quick) await Promise.all(chosen.flatMap(({ name }) => uncompressed(join(ROOT, name, "dist"))).map(compressFile));
}

/** Compresses what quick builds left, one file at a time: a running server has the other processors. */
export async function compressBuilds(): Promise<void> {
  for (const { name } of WORKSPACES) await compressMissing(join(ROOT, name, "dist"));
}

async function buildWorkspace(name: Workspace["name"], quick: boolean): Promise<void> {
  const next = join(ROOT, name, "dist-next");
  if (name === "docs") await writeSite(next);
  else await buildWithVite(name, next, quick);
  rotate(join(ROOT, name));
}

async function writeSite(folder: string): Promise<void> {
  // Loaded when needed: a start that builds nothing doesn't wait for the modules.
  const { createSite } = await import("./docs/site.tsx");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of await createSite()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Bun takes less time than Node.js for the SDK's build, most of which is JavaScript, and builds the same files. */
export function viteCommand(name: "sdk" | "console"): readonly string[] {
  return name === "sdk" ? [process.execPath, installed("vite")] : [installed("vite")];
}

async function buildWithVite(name: "sdk" | "console", next: string, quick: boolean): Promise<void> {
  const options = ["--config", `${name}/vite.config.ts`, "--outDir", next, "--emptyOutDir"];
  const command = [...viteCommand(name), "build", name, ...options];
  const { code, output } = await capture(command, {
    FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
    ...(quick ? { SDK_BUILD_QUICK: "1" } : {}),
  });
  if (code !== 0) throw new UserError(`${output}\n\nThe build of ${name} failed. See the Vite output above.`);
  // Before compressed copies are added, which are for this server only.
  if (name === "sdk") await (await import("./build/complete-sdk.ts")).completeSdk(next);
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

/** Files without a compressed copy. */
function uncompressed(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }).map(String);
  const existing = new Set(names);
  return names
    .filter((name) => COMPRESSIBLE.test(name) && !existing.has(`${name}.br`))
    .map((name) => join(folder, name));
}

export async function compressMissing(folder: string): Promise<void> {
  for (const path of uncompressed(folder)) await compressFile(path);
}

async function compressFile(path: string): Promise<void> {
  const bytes = await brotliBytes(readFileSync(path));
  // A server that runs never reads half a file.
  writeFileSync(`${path}.br-part`, bytes);
  renameSync(`${path}.br-part`, `${path}.br`);
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

/** Without compressed copies, which are added later. */
function namesIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names
    .filter((name) => !/\.br(?:-part)?$/.test(name))
    .sort()
    .join("\n");
}

if (import.meta.main) {
  await main(async () => {
    await build();
    return 0;
  });
}
