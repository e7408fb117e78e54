import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { capture, ROOT } from "../terminal.ts";
import { packDebian } from "./archives.ts";
import { billOfMaterials, licenseTexts } from "./components.ts";
import { compileServer } from "./executable.ts";
import { upgradeIsolated, writeLaterRelease } from "./open-pages.ts";

const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
// Nightly runs download and unpack an empty Debian.
setDefaultTimeout(IS_NIGHTLY ? 10 * 60_000 : 240_000);

/** `systemd-analyze security`: up to 10 for a service without any protection. In tenths, as `--threshold` takes it. */
const EXPOSURE_MAX_TENTHS = 20;
/** Any user that owns nothing, as `DynamicUser=` allocates one. */
const DYNAMIC_USER = 61_234;

const directory = mkdtempSync(join(tmpdir(), "fanfare-debian-"));
const debian = join(directory, "debian");
const info = { commit: "0".repeat(40), built_at: "2026-01-02T03:04:05.000Z" };
const architecture = process.arch === "arm64" ? "arm64" : "amd64";
const packageOf = (version: string): string => `fanfare_${version}_${architecture}.deb`;

async function succeed(...command: readonly string[]): Promise<string> {
  const { code, output } = await capture(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${output}`);
  return output;
}
/** The executable can't run where `/proc` is missing. */
const inDebian = (command: string): Promise<string> =>
  succeed(
    "unshare",
    "--mount",
    "sh",
    "-c",
    `mount -t proc proc ${debian}/proc && exec chroot ${debian} sh -c '${command}'`,
  );

const folder = join(directory, "folder");

async function prepare(): Promise<void> {
  for (const path of [folder, debian]) mkdirSync(path);
  const target = `bun-linux-${process.arch === "arm64" ? "arm64" : "x64"}` as const;
  const components = await compileServer({ outfile: join(folder, "fanfare"), info, target });
  for (const file of ["LICENSE", "packaging/fanfare.service"])
    cpSync(join(ROOT, file), join(folder, file.split("/").at(-1) ?? ""));
  writeFileSync(join(folder, "licenses.txt"), licenseTexts(components));
  writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials(components, info.built_at));
  for (const version of ["0.1.0", "0.1.1"]) await packDebian(folder, directory, { architecture, version, info });
  await succeed("debootstrap", "--variant=minbase", "bookworm", debian);
  for (const version of ["0.1.0", "0.1.1"])
    cpSync(join(directory, packageOf(version)), join(debian, packageOf(version)));
}

// Installing takes minutes and needs root.
if (IS_NIGHTLY && process.getuid?.() === 0) {
  describe("Debian package", () => {
    beforeAll(prepare);
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    test("has no error in Debian's own checks", async () => {
      const { output } = await capture(["lintian", "--allow-root", join(directory, packageOf("0.1.0"))]);
      expect(output.split("\n").filter((line) => line.startsWith("E:"))).toEqual([]);
    });

    test("has a unit without mistakes, exposed to little", async () => {
      const unpacked = join(directory, "unpacked");
      await succeed("dpkg-deb", "-x", join(directory, packageOf("0.1.0")), unpacked);
      const unit = join(directory, "fanfare.service");
      // The unit names a program that this machine doesn't have in that place.
      writeFileSync(
        unit,
        readFileSync(join(unpacked, "lib/systemd/system/fanfare.service"), "utf8").replace(
          "ExecStart=/usr/bin/fanfare",
          `ExecStart=${unpacked}/usr/bin/fanfare`,
        ),
      );
      expect(await succeed("systemd-analyze", "verify", "--man=no", unit)).toBe("");
      await succeed("systemd-analyze", "security", "--offline=true", `--threshold=${EXPOSURE_MAX_TENTHS}`, unit);
    });

    test("is installed, opens its data after an upgrade, and leaves the data behind", async () => {
      const data = "/var/lib/fanfare";
      const fanfare = `FANFARE_DATA_DIR=${data} fanfare`;
      await inDebian(`dpkg -i /${packageOf("0.1.0")}`);
      expect(await inDebian("fanfare version")).toContain("0.1.0");
      const start = `mkdir -p ${data} && (FANFARE_PORT=0 ${fanfare} serve > ${data}/server.log & P=$!; until grep -q listening ${data}/server.log; do sleep 0.1; done; kill $P; wait $P)`;
      await inDebian(start);
      await inDebian(`dpkg -i /${packageOf("0.1.1")}`);
      expect(await inDebian(`${fanfare} app list`)).toContain("First app");
      for (const removal of ["-r", "-P"]) {
        await inDebian(`dpkg ${removal} fanfare`);
        expect(existsSync(join(debian, "usr/bin/fanfare"))).toBe(false);
        for (const file of ["fanfare.db", "secret.key"]) expect(existsSync(join(debian, data, file))).toBe(true);
      }
    });

    test("sends open pages the files of their release after one upgrade, and asks them to reload after two", async () => {
      const executables = ["0.2.0", "0.2.1", "0.2.2"].map((version) => join(directory, version, "fanfare"));
      for (const [release, path] of executables.entries()) {
        const files = dirname(path);
        cpSync(folder, files, { recursive: true });
        if (release > 0) writeLaterRelease(join(folder, "fanfare"), path, release === 1 ? 0 : 1);
        await packDebian(files, debian, { architecture, version: basename(files), info });
      }
      const records = join(directory, "records");
      await upgradeIsolated({
        ...{ root: debian, records, program: "/usr/bin/fanfare", executables },
        install: async (release) => void (await inDebian(`dpkg -i /${packageOf(`0.2.${release}`)}`)),
      });
    });

    test("runs as its unit runs it, without a network, and contacts no one", async () => {
      await inDebian(`dpkg -i /${packageOf("0.1.1")}`);
      const state = join(directory, "state");
      mkdirSync(state);
      chmodSync(state, 0o700);
      chownSync(state, DYNAMIC_USER, DYNAMIC_USER);
      // ProcSubset, ProtectSystem, PrivateTmp, StateDirectory, DynamicUser, NoNewPrivileges, and CapabilityBoundingSet.
      const sandbox = `set -e
ip link set lo up
mount --bind ${debian} ${debian}
mkdir -p ${debian}/var/lib/fanfare
mount -t proc -o subset=pid,hidepid=invisible proc ${debian}/proc
mount -t tmpfs tmpfs ${debian}/tmp
mount --bind ${state} ${debian}/var/lib/fanfare
mount -o remount,bind,ro ${debian}
exec chroot ${debian} setpriv --reuid ${DYNAMIC_USER} --regid ${DYNAMIC_USER} --clear-groups --no-new-privs --bounding-set=-all \
  env -i PATH=/usr/bin:/bin HOME=/nonexistent FANFARE_DATA_DIR=/var/lib/fanfare sh -c "$1"`;
      const session = `log=$FANFARE_DATA_DIR/server.log
fanfare serve > $log & P=$!
until grep -q listening $log; do sleep 0.1; done
fanfare health && fanfare app list && fanfare backup --json && fanfare doctor
kill $P; wait $P; echo "ended with $?"`;
      const calls = join(directory, "calls");
      const isolated = ["unshare", "--mount", "--pid", "--fork", "--net", "sh", "-c", sandbox, "sandbox", session];
      const output = await succeed("strace", "-f", "-q", "-e", "trace=connect", "-o", calls, ...isolated);
      expect(output).toContain("First app");
      expect(output).toContain("ended with 0");
      const contacted = readFileSync(calls, "utf8")
        .split("\n")
        .filter((line) => line.includes("connect(") && !line.includes("AF_UNIX"));
      const is_local = (line: string): boolean => /inet_addr\("127\.|"::1"|"::ffff:127\./.test(line);
      expect(contacted.some(is_local)).toBe(true);
      expect(contacted.filter((line) => !is_local(line))).toEqual([]);
    });
  });
}
