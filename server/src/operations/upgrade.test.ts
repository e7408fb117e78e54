import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporaryServer, type TemporaryServer } from "../../test/support/temporary-server.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { upgradableProgram, upgrade } from "./upgrade.ts";

const CLI = process.env["TEST_SERVER"] ?? join(import.meta.dir, "../cli.ts");
const directory = mkdtempSync(join(tmpdir(), "fanfare-upgrade-"));
const [bin, releases] = [join(directory, "bin"), join(directory, "release")];
const [program, archive, sums] = [
  join(bin, "fanfare"),
  join(releases, "fanfare-0.2.0-test.tar.gz"),
  join(releases, "SHA256SUMS"),
];
let server: TemporaryServer;

/** An executable of a release, which runs this server's code. `migrate` stands before the command of that name. */
function release(version: string, { schema = newestSchema, migrate = "" } = {}): string {
  const printed = { version, schema, commit: version.padEnd(40, "0"), built_at: "2026-01-02T03:04:05.000Z" };
  return `#!/bin/sh
[ "$1" = version ] && { echo '${JSON.stringify(printed)}'; exit; }
[ "$1" = migrate ] && { ${migrate || ":"}; }
exec ${process.execPath} ${CLI} "$@"
`;
}

async function pack(text: string | Uint8Array<ArrayBuffer>, name = "fanfare-0.2.0-test/fanfare"): Promise<void> {
  const bytes = await new Bun.Archive({ [name]: text }, { compress: "gzip" }).bytes();
  writeFileSync(archive, bytes);
  writeFileSync(sums, `${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}  fanfare-0.2.0-test.tar.gz\n`);
}

const run = (options: Partial<Parameters<typeof upgrade>[1]> = {}) =>
  upgrade(server.config, {
    ...{ program, from: archive, sha256: undefined, without_backup: false, environment: process.env },
    ...{ now: new Date(), onStep: () => {}, ...options },
  });

beforeAll(async () => {
  for (const path of [bin, releases]) mkdirSync(path);
  server = await startTemporaryServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(`${program}.previous`, { force: true });
  writeFileSync(program, release("0.1.0"));
  chmodSync(program, 0o755);
});

test("backs up, migrates a copy, and replaces the executable while the server runs", async () => {
  await pack(release("0.2.0"));
  const steps: string[] = [];
  const result = await run({ onStep: (text) => steps.push(text) });
  expect(result).toMatchObject({ upgraded: true, from: { version: "0.1.0" }, to: { version: "0.2.0" } });
  expect(steps).toEqual(["Creating a backup…", "Migrating a copy of the backup with the new version…"]);
  expect(readFileSync(program, "utf8")).toBe(release("0.2.0"));
  expect(readFileSync(`${program}.previous`, "utf8")).toBe(release("0.1.0"));
  expect(readdirSync(bin).sort()).toEqual(["fanfare", "fanfare.previous"]);
  expect(existsSync(join(result.backup ?? "", "manifest.json"))).toBe(true);
  expect(existsSync(join(server.config.data_dir, "upgrade-rehearsal"))).toBe(false);
  expect(await run()).toMatchObject({ upgraded: false, previous: null, backup: null });
}, 20_000);

test("keeps the old executable if the new one can't migrate the copy", async () => {
  await pack(release("0.2.0", { migrate: "echo The table is too long. >&2; exit 1" }));
  await expect(run()).rejects.toThrow("migrate failed: The table is too long.");
  expect(readFileSync(program, "utf8")).toBe(release("0.1.0"));
  expect(readdirSync(bin)).toEqual(["fanfare"]);
  expect(existsSync(join(server.config.data_dir, "upgrade-rehearsal"))).toBe(false);
}, 20_000);

test("refuses an archive that is changed, unlisted, older, for another platform, or something else", async () => {
  await pack(release("0.2.0"));
  await expect(run({ sha256: "0".repeat(64) })).rejects.toThrow("Download the file again");
  writeFileSync(archive, "changed");
  await expect(run()).rejects.toThrow("Download the file again");
  rmSync(sums);
  await expect(run()).rejects.toThrow("has no checksum of fanfare-0.2.0-test.tar.gz");
  await pack(release("0.2.0", { schema: newestSchema - 1 }));
  await expect(run()).rejects.toThrow("restore a backup with the old version");
  await pack(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1));
  await expect(run()).rejects.toThrow("Use the archive for its platform");
  await pack(release("0.2.0"), "package/fanfare.js");
  await expect(run()).rejects.toThrow("contains no Fanfare executable");
  await expect(run({ from: directory })).rejects.toThrow("isn't a file");
  expect(readdirSync(bin)).toEqual(["fanfare"]);
});

test("upgrades no clone and no Debian package", () => {
  expect(() => upgradableProgram("/opt/bun", { is_standalone: false })).toThrow("npm run build");
  const debian_record = program;
  expect(() => upgradableProgram("/usr/bin/fanfare", { is_standalone: true, debian_record })).toThrow("apt install");
  expect(upgradableProgram("/opt/fanfare", { is_standalone: true, debian_record })).toBe("/opt/fanfare");
});
