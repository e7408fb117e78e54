import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chownSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture, ROOT } from "../terminal.ts";
import { packTar } from "./archives.ts";
import { compileServer } from "./executable.ts";
import { addContainerfile, packImage } from "./image.ts";
import { canIsolate, IsolatedMachine } from "./isolated-machine.ts";
import { runJourney } from "./journey.ts";
import { upgradeIsolated, writeLaterRelease } from "./open-pages.ts";

setDefaultTimeout(20 * 60_000);
const TOOLS = ["buildah", "skopeo", "umoci"];
const CAN_BUILD = process.env["NIGHTLY"] !== undefined && canIsolate();

const directory = mkdtempSync(join(tmpdir(), "fanfare-container-"));
/** As an operator has it: the unpacked archive of a release. */
const unpacked = join(directory, "fanfare-1.2.3-test");
const info = { commit: "0".repeat(40), built_at: "2026-01-02T03:04:05.000Z" };
const layout = join(directory, "layout");

async function succeed(...command: readonly string[]): Promise<string> {
  const { code, output } = await capture(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

const buildah = (...args: readonly string[]): Promise<string> =>
  succeed(
    "buildah",
    "--storage-driver=vfs",
    `--root=${join(directory, "images")}`,
    `--runroot=${join(directory, "run")}`,
    ...args,
  );

/** Returns the ID of the image. */
async function buildImage(name: string, format: "docker" | "oci"): Promise<string> {
  const options = ["--isolation=chroot", `--format=${format}`, "--timestamp=0", "--no-cache", "--quiet"];
  await buildah("bud", ...options, `--file=${unpacked}/Containerfile`, `--tag=${name}`, unpacked);
  return await buildah("inspect", "--type=image", "--format={{.FromImageID}}", name);
}

/** The files of an image in OCI layout, with their owners. */
async function unpack(tag: string, name = tag): Promise<string> {
  const bundle = join(directory, `bundle-${name}`);
  await succeed("umoci", "unpack", "--image", `${layout}:${tag}`, bundle);
  return join(bundle, "rootfs");
}

async function prepare(): Promise<void> {
  const missing = TOOLS.filter((tool) => Bun.which(tool) === null);
  if (missing.length > 0) throw new Error(`Install ${missing.join(", ")}.`);
  const folder = join(directory, "folder/fanfare-1.2.3-test");
  for (const path of [folder, join(directory, "made")]) mkdirSync(path, { recursive: true });
  await compileServer({
    outfile: join(folder, "fanfare"),
    info,
    target: `bun-linux-${process.arch === "arm64" ? "arm64" : "x64"}`,
  });
  for (const name of ["licenses.txt", "sbom.cdx.json"]) writeFileSync(join(folder, name), name);
  cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  await addContainerfile({ folder, info });
  await packTar(folder, join(directory, "made"), info);
  await packImage({ folder, destination: join(directory, "made"), version: "1.2.3", info });
  await succeed("tar", "-xzf", join(directory, "made/fanfare-1.2.3-test.tar.gz"), "-C", directory);
  const archive = join(directory, `made/fanfare-1.2.3-linux-${process.arch}.oci.tar`);
  await succeed("skopeo", "copy", `oci-archive:${archive}`, `oci:${layout}:released`);
}

if (CAN_BUILD) {
  describe("Containerfile", () => {
    beforeAll(prepare);
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    test("has the configuration of the released image, with its health check in Docker's format", async () => {
      await buildImage("localhost/fanfare:docker", "docker");
      const { Docker } = JSON.parse(await buildah("inspect", "--type=image", "localhost/fanfare:docker"));
      const { config } = JSON.parse(await succeed("skopeo", "inspect", "--config", "--raw", `oci:${layout}:released`));
      const { Env, Labels, ...same } = config;
      expect(Docker.config).toMatchObject(same);
      expect(same).toMatchObject({
        ...{ User: "65532:65532", Volumes: { "/data": {} }, ExposedPorts: { "4000/tcp": {} }, StopSignal: "SIGTERM" },
        Healthcheck: { Test: ["CMD", "/fanfare", "health"] },
      });
      expect(Docker.config.Env).toEqual(expect.arrayContaining(Env));
      expect(Labels).toMatchObject({ "org.opencontainers.image.version": "1.2.3" });
    });

    test("makes the same OCI image each time", async () => {
      const first = await buildImage("localhost/fanfare:oci", "oci");
      expect(first).toMatch(/^[0-9a-f]{64}$/);
      expect(await buildImage("localhost/fanfare:again", "oci")).toBe(first);
    });

    test("makes an image that runs everything, from the setup link to a restored backup", async () => {
      await buildah("push", "localhost/fanfare:oci", `oci:${layout}:built`);
      const records = join(directory, "records");
      mkdirSync(records);
      await runJourney(await unpack("built"), records);
    });

    test("refuses to start where it may not write, and names the command that allows it", async () => {
      const [root, records] = [await unpack("released"), join(directory, "records-refused")];
      mkdirSync(records);
      chownSync(join(root, "data"), 0, 0);
      await using machine = await IsolatedMachine.start(root, records);
      expect(await machine.run("serve")).toEqual({
        code: 1,
        out: "",
        errors:
          "User 65532 can't write to /data: run “chown -R 65532 /data” as root, or set FANFARE_DATA_DIR to another directory.\n",
      });
    });

    test("sends open pages the files of their release after one upgrade, and asks them to reload after two", async () => {
      const root = await unpack("released", "upgraded");
      const executables = [join(unpacked, "fanfare"), join(directory, "later"), join(directory, "latest")];
      for (const generation of [0, 1] as const)
        writeLaterRelease(join(unpacked, "fanfare"), executables[generation + 1] ?? "", generation);
      const records = join(directory, "records-upgraded");
      // Another image has the same root and volume, and another executable.
      const install = async (release: number): Promise<void> => {
        cpSync(executables[release] ?? "", join(root, "fanfare.next"));
        renameSync(join(root, "fanfare.next"), join(root, "fanfare"));
      };
      await upgradeIsolated({ root, records, executables, install });
    });
  });
}
