import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, UserError } from "../terminal.ts";
import { bundledPackages, type Component, licenseTexts, SERVER_PROGRAMS } from "./components.ts";

/** Where and when a release was built. Both come from the commit, so that the same commit makes the same bytes. */
export interface BuildInfo {
  readonly commit: string;
  /** ISO 8601. */
  readonly built_at: string;
}

export interface ExecutableOptions {
  readonly outfile: string;
  readonly info: BuildInfo;
  readonly target: Bun.Build.CompileTarget;
  /** Bun of another platform. If omitted, the one that runs. */
  readonly bun?: string | undefined;
}

/**
 * Compiles the server with its threads, migrations, console, SDK, and documentation into one file. Whatever folder it's started in, it
 * reads no `.env`, `bunfig.toml`, `package.json`, or program from there.
 *
 * @returns the packages inside.
 */
export async function compileServer({ outfile, info, target, bun }: ExecutableOptions): Promise<readonly Component[]> {
  const stage = mkdtempSync(join(tmpdir(), "fanfare-release-"));
  try {
    for (const name of ["console", "sdk", "docs"])
      cpSync(join(ROOT, name, "dist"), join(stage, name, "dist"), { recursive: true });
    const components = await bundledPackages();
    writeFileSync(join(stage, "release.json"), JSON.stringify(info));
    writeFileSync(join(stage, "licenses.txt"), licenseTexts(components));
    const built = await Bun.build({
      entrypoints: [...SERVER_PROGRAMS],
      root: join(ROOT, "server/src"),
      target: "bun",
      minify: { whitespace: true, syntax: true },
      // CommonJS packages would contain the path of the machine that builds.
      define: { __dirname: '"/"', __filename: '"/"' },
      throw: false,
      compile: {
        ...{ target, outfile, autoloadDotenv: false, autoloadBunfig: false },
        ...(bun === undefined ? {} : { executablePath: bun }),
        assets: ["console", "sdk", "docs", "release.json", "licenses.txt"].map((name) => join(stage, name)),
      },
    });
    if (!built.success) throw new UserError(`Couldn't compile the server.\n${built.logs.join("\n")}`);
    return components;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
