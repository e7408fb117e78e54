import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import manifest from "../package.json";
import { adaptFiles } from "./adapt-files.ts";
import { flattenDeclarations, readDeclarations } from "./declarations.ts";

const SDK = join(import.meta.dirname, "..");
const ROOT = join(SDK, "..");

/** Entries of the npm package. Each is one file next to `fanfare.js`, which is the served one (adapt-files.ts). */
const ENTRIES: Readonly<Record<string, string>> = {
  index: "npm/index.ts",
  load: "npm/load.ts",
  react: "react/index.ts",
  vue: "vue/index.ts",
};
const PEERS = Object.keys(manifest.peerDependencies);

/** File name of the package, as `npm pack` names it. */
export const PACKAGE_FILE = `fanfare-sdk-${manifest.version}.tgz`;

/**
 * Writes what customers take home into the built SDK in `dist`: `npm/fanfare-sdk-{version}.tgz`, `fanfare.d.ts`, and
 * `version.json`, which the package compares with its own. The server serves all of them.
 */
export async function packSdk(dist: string): Promise<void> {
  const stage = mkdtempSync(join(tmpdir(), "fanfare-sdk-"));
  try {
    cpSync(dist, join(stage, "dist"), { recursive: true });
    // Only classic script tags load it.
    rmSync(join(stage, "dist", "fanfare.iife.js"));
    adaptFiles(join(stage, "dist"));
    await buildEntries(join(stage, "dist"));
    const declarations = writeDeclarations(join(stage, "dist"));
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
    cpSync(join(SDK, "package", "README.md"), join(stage, "README.md"));
    cpSync(join(SDK, "sizes.json"), join(stage, "sizes.json"));
    cpSync(join(ROOT, "LICENSE"), join(stage, "LICENSE"));
    mkdirSync(join(dist, "npm"));
    await npmPack(stage, join(dist, "npm"));
    writeFileSync(join(dist, "fanfare.d.ts"), declarations);
    writeFileSync(join(dist, "version.json"), JSON.stringify({ version: manifest.version }));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Bundles what the package adds to the served files. `fanfare.js`, React, and Vue stay imports. */
async function buildEntries(outDir: string): Promise<void> {
  await build({
    root: SDK,
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "import-served-file",
        enforce: "pre",
        resolveId: (id, importer) =>
          id === "../src/index.ts" && importer !== undefined ? { id: "./fanfare.js", external: true } : undefined,
      },
    ],
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: { entry: ENTRIES, formats: ["es"] },
      rolldownOptions: {
        external: (id) => PEERS.some((peer) => id === peer || id.startsWith(`${peer}/`)),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name].js",
          minify: true,
          // Frameworks that render on the server must not run hooks there.
          banner: ({ name }) => (name === "react" ? '"use client";' : ""),
        },
      },
    },
  });
}

/** Returns the declarations of the main entry, which also describe the served file. */
function writeDeclarations(dist: string): string {
  const external = new Map(["sdk/src/index", "sdk/npm/index"].map((path) => [path, "./index.js"]));
  const texts = Object.entries(ENTRIES).map(([name, file]) => {
    const entry = `sdk/${file.replace(/\.ts$/, "")}`;
    const text = flattenDeclarations({ readDeclarations, entry, ...(name === "index" ? {} : { external }) });
    writeFileSync(join(dist, `${name}.d.ts`), text);
    return text;
  });
  return texts[0] ?? "";
}

/** The workspace's manifest with the package's entries instead of the sources. */
function publishedManifest(): object {
  const { name, version, description, license, type, sideEffects, peerDependencies, peerDependenciesMeta } = manifest;
  const entries = Object.keys(ENTRIES).map((entry) => [
    entry === "index" ? "." : `./${entry}`,
    { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
  ]);
  return {
    ...{ name, version, description, license, type, sideEffects },
    engines: { node: ">=20.19" },
    files: ["dist", "sizes.json"],
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
    ...{ peerDependencies, peerDependenciesMeta },
  };
}

/** Packs a folder as npm would publish it. */
export async function npmPack(folder: string, destination: string): Promise<void> {
  const npm = Bun.spawn(["npm", "pack", "--pack-destination", destination, "--loglevel", "error"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = await new Response(npm.stderr).text();
  if ((await npm.exited) !== 0) throw new Error(`npm pack failed: ${output}`);
}

if (import.meta.main) await packSdk(process.argv[2] ?? join(SDK, "dist"));
