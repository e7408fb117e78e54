import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import packageJson from "../../package.json" with { type: "json" };
import { capture, ROOT } from "../terminal.ts";
import { packDebian, packTar } from "./archives.ts";
import { packImage } from "./image.ts";
import { canIsolate } from "./isolated-machine.ts";
import { filesWith, unpackRelease } from "./unpack-release.ts";

// Two releases, each with all builds.
const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined && canIsolate();
setDefaultTimeout(60 * 60_000);

const directory = mkdtempSync(join(tmpdir(), "fanfare-reproduced-"));
const CANARY = "canary-of-the-machine-that-builds";
/** Same commit, another path, time zone, language, user mask, and home directory. */
const CLONES = [
  { folder: join(directory, "one/fanfare"), home: join(directory, "home"), umask: "022", TZ: "UTC", LC_ALL: "C" },
  {
    folder: join(directory, "another/longer/path/of/fanfare"),
    home: join(directory, "other-home"),
    ...{ umask: "077", TZ: "Asia/Tokyo", LC_ALL: "C.UTF-8" },
  },
] as const;
const PLATFORMS = [`${process.platform}-${process.arch}`, "linux-arm64-musl"];

async function succeed(...command: readonly string[]): Promise<string> {
  const { code, output } = await capture(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** A clone with the installed packages, and secrets where a build might read them. */
async function prepare({ folder, home }: (typeof CLONES)[number]): Promise<void> {
  for (const path of [join(folder, ".."), home]) mkdirSync(path, { recursive: true });
  await succeed("git", "clone", "--quiet", "--no-hardlinks", ROOT, folder);
  await succeed("cp", "-a", join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const name of ["", "console", "sdk", "docs"])
    writeFileSync(join(folder, name, ".env"), `CANARY=${CANARY}\nVITE_CANARY=${CANARY}\nBUN_PUBLIC_CANARY=${CANARY}\n`);
  appendFileSync(join(folder, ".git/info/exclude"), ".env\n");
}

/** Releases without any network. Bun of the other platform comes from npm's cache. */
async function release({ folder, home, umask, TZ, LC_ALL }: (typeof CLONES)[number]): Promise<void> {
  const command = `umask ${umask} && cd "$0" && exec unshare --net node scripts/run.mjs release ${PLATFORMS.join(" ")}`;
  const child = Bun.spawn(["sh", "-c", command, folder], {
    env: {
      ...{ PATH: process.env["PATH"] ?? "", HOME: home, TZ, LC_ALL, CANARY, VITE_CANARY: CANARY },
      ...{ npm_config_cache: join(directory, "npm"), npm_config_offline: "true" },
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`The release in ${folder} failed:\n${errors}`);
}

const artifacts = (folder: string): readonly string[] => readdirSync(join(folder, "release")).sort();
const sums = (folder: string): string => readFileSync(join(folder, "release/SHA256SUMS"), "utf8");

if (IS_NIGHTLY) {
  describe("release", () => {
    beforeAll(async () => {
      const bun = `@oven/bun-linux-aarch64-musl@${packageJson.dependencies.bun}`;
      const cache = ["--cache", join(directory, "npm")];
      await succeed("npm", "pack", bun, ...cache, "--pack-destination", directory, "--silent");
      for (const clone of CLONES) {
        await prepare(clone);
        await release(clone);
      }
    });

    test("has equal bytes at two paths, on two machines, and without a network", async () => {
      const [one, another] = CLONES;
      expect(artifacts(one.folder)).toEqual(
        [
          "SHA256SUMS",
          ...PLATFORMS.flatMap((name) => [`fanfare-${packageJson.version}-${name}.tar.gz`]),
          `fanfare-${packageJson.version}-${PLATFORMS[0]}.oci.tar`,
          `fanfare-api-${packageJson.version}.tgz`,
          `fanfare-sdk-${packageJson.version}.tgz`,
          `fanfare_${packageJson.version}_${process.arch === "arm64" ? "arm64" : "amd64"}.deb`,
        ].sort(),
      );
      expect(sums(another.folder)).toBe(sums(one.folder));
      // Of every artifact, and true.
      expect(sums(one.folder).trim().split("\n")).toHaveLength(artifacts(one.folder).length - 1);
      for (const { folder } of CLONES)
        await succeed("sh", "-c", 'cd "$0" && sha256sum --check --strict --quiet SHA256SUMS', join(folder, "release"));
    });

    test("contains no secret and no path of the machine that built it", async () => {
      for (const [index, { folder }] of CLONES.entries()) {
        const unpacked = join(directory, `unpacked-${index}`);
        await unpackRelease(join(folder, "release"), unpacked);
        // What the executable has in compressed form.
        for (const name of ["console", "sdk", "docs"])
          cpSync(join(folder, name, "dist"), join(unpacked, name), { recursive: true });
        await unpackRelease(join(folder, "sdk/dist/npm"), join(unpacked, "packages"));
        expect(filesWith(unpacked, [CANARY, directory, ROOT, "/node_modules/.bin/"])).toEqual([]);
        rmSync(unpacked, { recursive: true });
      }
    });
  });
}

test("a secret is found in every kind of artifact", async () => {
  const [folder, made, unpacked] = ["small/fanfare-1.2.3-test", "made", "found"].map((name) => join(directory, name));
  if (folder === undefined || made === undefined || unpacked === undefined) throw new Error("No folders.");
  for (const path of [folder, made]) mkdirSync(path, { recursive: true });
  for (const name of ["fanfare", "LICENSE", "licenses.txt", "sbom.cdx.json", "fanfare.service"])
    writeFileSync(join(folder, name), `${name} ${CANARY}`);
  const info = { commit: "0".repeat(40), built_at: "2026-01-02T03:04:05.000Z" };
  await packTar(folder, made, info);
  const options = { version: "1.2.3", info };
  const has_image = (await packImage({ folder, destination: made, ...options })) !== undefined;
  const has_package = Bun.which("dpkg-deb") !== null;
  if (has_package) await packDebian(folder, made, { architecture: "amd64", ...options });
  await unpackRelease(made, unpacked);
  mkdirSync(join(unpacked, "page"));
  writeFileSync(join(unpacked, "page/page.js.br"), brotliCompressSync(CANARY));
  const found = filesWith(unpacked, [CANARY]).map((path) => path.split("/")[0] ?? "");
  expect(new Set(found).size).toBe(2 + Number(has_image) + Number(has_package));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));
