import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { build } from "./build.ts";
import { packDebian, packTar } from "./release/archives.ts";
import { billOfMaterials, licenseTexts } from "./release/components.ts";
import { type BuildInfo, compileServer } from "./release/executable.ts";
import { addContainerfile, packImage } from "./release/image.ts";
import { capture, main, print, ROOT, UserError } from "./terminal.ts";

interface Platform {
  readonly target: Bun.Build.CompileTarget;
  /** npm package with Bun for this platform. */
  readonly bun: string;
  /** Name of the architecture in Debian. Undefined: no package. */
  readonly debian?: string;
}

/** `linux-x64` is what the tests run. The others are cross-compiled from the same sources. */
const PLATFORMS: Readonly<Record<string, Platform>> = {
  "linux-x64": { target: "bun-linux-x64", bun: "@oven/bun-linux-x64", debian: "amd64" },
  "linux-arm64": { target: "bun-linux-arm64", bun: "@oven/bun-linux-aarch64", debian: "arm64" },
  "linux-x64-musl": { target: "bun-linux-x64-musl", bun: "@oven/bun-linux-x64-musl" },
  "linux-arm64-musl": { target: "bun-linux-arm64-musl", bun: "@oven/bun-linux-aarch64-musl" },
};
const OWN_PLATFORM = `${process.platform}-${process.arch}`;
const RELEASE = join(ROOT, "release");

/**
 * Writes `release/`: an archive and a Debian package for each platform, a container image for this one, the SDK package, a software bill of materials,
 * licenses, and checksums. The same commit makes the same bytes.
 */
async function release(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(PLATFORMS, name));
  if (unknown.length > 0) {
    throw new UserError(`Unknown platform: ${unknown.join(", ")}. Use ${Object.keys(PLATFORMS).join(", ")}.`);
  }
  const info = await buildInfo();
  // Archives store modes of files, which must not depend on the user.
  process.umask(0o022);
  await build();
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE);
  for (const name of names) await releasePlatform(name, info);
  const sdk = join(ROOT, "sdk/dist/npm");
  for (const file of readdirSync(sdk)) cpSync(join(sdk, file), join(RELEASE, file));
  writeSums();
}

async function releasePlatform(name: string, info: BuildInfo): Promise<void> {
  const platform = PLATFORMS[name];
  if (platform === undefined) throw new Error(`${name} isn't a platform.`);
  const stage = mkdtempSync(join(tmpdir(), "fanfare-archive-"));
  try {
    const bun = name === OWN_PLATFORM ? undefined : await fetchBun(platform.bun, stage);
    const folder = join(stage, `fanfare-${packageJson.version}-${name}`);
    mkdirSync(folder);
    const components = await compileServer({ outfile: join(folder, "fanfare"), info, target: platform.target, bun });
    cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
    cpSync(join(ROOT, "packaging/fanfare.service"), join(folder, "fanfare.service"));
    writeFileSync(join(folder, "licenses.txt"), licenseTexts(components));
    writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials(components, info.built_at));
    if (name === OWN_PLATFORM) await addContainerfile({ folder, info });
    await packTar(folder, RELEASE, info);
    if (name === OWN_PLATFORM) await releaseImage(folder, info);
    if (platform.debian === undefined) print(`${name}: archive only.`);
    else if (Bun.which("dpkg-deb") === null) print(`${name}: no .deb, because dpkg-deb isn't installed.`);
    else await packDebian(folder, RELEASE, { architecture: platform.debian, version: packageJson.version, info });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function releaseImage(folder: string, info: BuildInfo): Promise<void> {
  const digest = await packImage({ folder, destination: RELEASE, version: packageJson.version, info });
  print(digest === undefined ? "No image, because this machine has no libc6 of Debian." : `Image: ${digest}`);
}

/** The commit and its time. Changes that aren't committed would make a release that no one can build again. */
async function buildInfo(): Promise<BuildInfo> {
  const { code, output } = await capture(["git", "log", "-1", "--format=%H %ct"]);
  const status = await capture(["git", "status", "--porcelain"]);
  if (code !== 0 || status.code !== 0) throw new UserError("A release needs a Git clone with at least one commit.");
  if (status.output !== "") throw new UserError("Commit your changes first. A release is built from a commit.");
  const [commit = "", seconds = "0"] = output.split(" ");
  return { commit, built_at: new Date(Number(seconds) * 1_000).toISOString() };
}

/** Bun of another platform, from the npm registry. */
async function fetchBun(name: string, stage: string): Promise<string> {
  const version = packageJson.dependencies.bun;
  const { code, output } = await capture([
    "npm",
    "pack",
    `${name}@${version}`,
    "--pack-destination",
    stage,
    "--silent",
  ]);
  if (code !== 0) throw new UserError(`Couldn't download ${name}@${version}.\n${output}`);
  const file = readdirSync(stage).find((each) => each.endsWith(".tgz"));
  const unpacked = await capture(["tar", "xzf", join(stage, file ?? ""), "-C", stage]);
  const bun = join(stage, "package/bin/bun");
  if (unpacked.code !== 0 || !existsSync(bun)) throw new UserError(`${name} contains no Bun.`);
  return bun;
}

function writeSums(): void {
  const sums = readdirSync(RELEASE)
    .sort()
    .map((name) => {
      const hash = new Bun.CryptoHasher("sha256").update(readFileSync(join(RELEASE, name))).digest("hex");
      return `${hash}  ${name}`;
    });
  writeFileSync(join(RELEASE, "SHA256SUMS"), `${sums.join("\n")}\n`);
  for (const line of sums) print(line);
}

await main(async () => {
  const names = process.argv.slice(2);
  await release(names.length === 0 ? [OWN_PLATFORM] : names);
  return 0;
});
