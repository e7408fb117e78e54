import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problems } from "@fanfare/contract/problem";
import { build } from "vite";
import { inlineLimits } from "../inline-limits.ts";
import manifest from "../package.json";
import { type ApiDescription, printApiTypes } from "./api-types.ts";
import { flattenDeclarations, type ReadDeclarations, readDeclarations } from "./declarations.ts";
import { npmPack } from "./pack.ts";

const SDK = join(import.meta.dirname, "..");
const CLIENT = "sdk/api-client";

/** File name of the API client, as `npm pack` names it. */
export const API_PACKAGE_FILE = `fanfare-api-${manifest.version}.tgz`;

/** Writes `npm/fanfare-api-{version}.tgz`, the client for backends and scripts, into the built SDK in `dist`. */
export async function packApi(dist: string, api: ApiDescription): Promise<void> {
  const stage = mkdtempSync(join(tmpdir(), "fanfare-api-"));
  try {
    await build({
      root: SDK,
      configFile: false,
      logLevel: "error",
      plugins: [inlineLimits()],
      build: {
        outDir: join(stage, "dist"),
        target: "es2022",
        minify: false,
        lib: { entry: { index: "api-client/index.ts" }, formats: ["es"] },
      },
    });
    const external = new Map([[`${CLIENT}/routes`, "./routes.js"]]);
    const declarations = flattenDeclarations({ readDeclarations: readWithCodes, entry: `${CLIENT}/index`, external });
    writeFileSync(join(stage, "dist/index.d.ts"), declarations);
    writeFileSync(join(stage, "dist/routes.d.ts"), printApiTypes(api));
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
    cpSync(join(SDK, "api-client/README.md"), join(stage, "README.md"));
    cpSync(join(SDK, "../LICENSE"), join(stage, "LICENSE"));
    mkdirSync(join(dist, "npm"), { recursive: true });
    await npmPack(stage, join(dist, "npm"));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Lists the error codes, whose type is only inferred in the contract. */
const readWithCodes: ReadDeclarations = (path) => {
  const printed = readDeclarations(path);
  if (printed === undefined || path !== "contract/src/problem") return printed;
  const codes = Object.keys(problems).map((code) => `\n  | "${code}"`);
  return { ...printed, code: printed.code.replace(/(?<=\bProblemCode = )keyof typeof problems/, codes.join("")) };
};

function publishedManifest(): object {
  const { version, license, type, sideEffects } = manifest;
  return {
    name: "@fanfare/api",
    version,
    description: "Typed client for the API of your own Fanfare server.",
    ...{ license, type, sideEffects },
    engines: { node: ">=20.19" },
    files: ["dist"],
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
  };
}
