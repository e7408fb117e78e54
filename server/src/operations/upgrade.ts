import { existsSync } from "node:fs";
import { access, chmod, constants, link, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { createBackup, databaseFile, requireFreeSpace, syncPath } from "./backup.ts";

const ARCHIVE_BYTES_MAX = 512 * 1024 ** 2;
const VERSION_TIMEOUT_MS = 30_000;
const SUMS_FILE = "SHA256SUMS";
const PROGRAM_IN_ARCHIVE = /^fanfare-[^/]+\/fanfare$/;
/** Written by dpkg for an installed package, and by nothing else. */
const DEBIAN_RECORD = "/var/lib/dpkg/info/fanfare.list";
const DEBIAN_PROGRAM = "/usr/bin/fanfare";

/** What `fanfare version --json` prints. */
const releaseSchema = z.object({ version: z.string(), schema: z.int(), commit: z.string(), built_at: z.string() });
export type Release = z.output<typeof releaseSchema>;

export interface UpgradeOptions {
  /** The executable that is replaced. */
  readonly program: string;
  /** `fanfare-{version}-{platform}.tar.gz` of a release. */
  readonly from: string;
  /** Undefined: `SHA256SUMS` next to the archive. */
  readonly sha256: string | undefined;
  readonly without_backup: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** Called before each step that can take long. */
  readonly onStep: (text: string) => void;
}

export interface Upgrade {
  readonly upgraded: boolean;
  readonly from: Release;
  readonly to: Release;
  readonly program: string;
  /** The old executable. Null if the archive contains the release that is installed. */
  readonly previous: string | null;
  readonly backup: string | null;
}

/**
 * The executable that `fanfare upgrade` replaces.
 *
 * @throws StartupError if something else installs new versions: Git in a clone, or dpkg.
 */
export function upgradableProgram(
  program: string,
  {
    is_standalone,
    debian_record = DEBIAN_RECORD,
  }: { readonly is_standalone: boolean; readonly debian_record?: string },
): string {
  if (!is_standalone)
    throw new StartupError(
      "This command upgrades an executable of a release. In a clone, stop the server, then run git pull, npm ci, and npm run build.",
    );
  if (program === DEBIAN_PROGRAM && existsSync(debian_record))
    throw new StartupError(
      "Fanfare is installed as a Debian package. Back up with fanfare backup, then install the new package: apt install ./fanfare_{version}_{arch}.deb",
    );
  return program;
}

/**
 * Replaces the executable with the one of a release archive. Before that, verifies the checksum, creates a backup, and
 * lets the new executable migrate a copy of it. The path of the executable always has a complete file.
 *
 * @throws StartupError with a message for the operator. The old executable is then still in place.
 */
export async function upgrade(config: Config, options: UpgradeOptions): Promise<Upgrade> {
  const program = await realpath(options.program);
  const bytes = await readVerified(resolve(options.from), options.sha256);
  await requireWritable(dirname(program));
  const draft = join(dirname(program), `.${basename(program)}.upgrade`);
  try {
    await writeFile(draft, await programIn(bytes, options.from));
    await chmod(draft, 0o755);
    await syncPath(draft);
    const [from, to] = [await readRelease(program, options), await readRelease(draft, options)];
    if (to.version === from.version && to.commit === from.commit)
      return { upgraded: false, from, to, program, previous: null, backup: null };
    if (to.schema < from.schema)
      throw new StartupError(
        `Version ${to.version} of ${to.built_at} can't open the database: it supports schema ${to.schema}, and the installed version uses ${from.schema}. To go back, restore a backup with the old version.`,
      );
    const backup = options.without_backup ? null : await backUpAndRehearse(config, draft, options);
    const previous = `${program}.previous`;
    await rm(previous, { force: true });
    await link(program, previous);
    await rename(draft, program);
    await syncPath(dirname(program));
    return { upgraded: true, from, to, program, previous, backup };
  } finally {
    await rm(draft, { force: true });
  }
}

async function readVerified(path: string, wanted: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new StartupError(`${path} isn't a file. Use the .tar.gz file of a release.`);
  if (found.size > ARCHIVE_BYTES_MAX) throw new StartupError(`${path} is too large for a release of Fanfare.`);
  const expected = wanted?.toLowerCase() ?? (await listedSum(path));
  const bytes = await Bun.file(path).bytes();
  const actual = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  if (actual === expected) return bytes;
  throw new StartupError(`${path} has the SHA-256 checksum ${actual} instead of ${expected}. Download the file again.`);
}

async function listedSum(path: string): Promise<string> {
  const sums = join(dirname(path), SUMS_FILE);
  const text = await readFile(sums, "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim().split(/\s+\*?/));
  const sum = lines.find(([, name]) => name === basename(path))?.[0];
  if (sum !== undefined) return sum.toLowerCase();
  throw new StartupError(
    `${sums} has no checksum of ${basename(path)}. Download ${SUMS_FILE} of the release to the same directory, or add --sha256.`,
  );
}

async function requireWritable(directory: string): Promise<void> {
  try {
    await access(directory, constants.W_OK);
  } catch (error) {
    throw new StartupError(
      `User ${process.getuid?.() ?? "unknown"} can't write to ${directory}. Run this command as a user who can. In a container, use the image of the new version instead.`,
      { cause: error },
    );
  }
}

async function programIn(bytes: Uint8Array<ArrayBuffer>, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = await new Bun.Archive(bytes).files().catch(() => new Map<string, File>());
  const entry = [...files].find(([name]) => PROGRAM_IN_ARCHIVE.test(name))?.[1];
  if (entry === undefined)
    throw new StartupError(`${path} contains no Fanfare executable. Use the .tar.gz file of a release.`);
  return await entry.bytes();
}

async function readRelease(program: string, options: UpgradeOptions): Promise<Release> {
  const printed = await runProgram(program, ["version", "--json"], options, { timeout: VERSION_TIMEOUT_MS });
  try {
    return releaseSchema.parse(JSON.parse(printed));
  } catch (error) {
    throw new StartupError(`${program} printed no version of a release: ${printed}`, { cause: error });
  }
}

/** @returns what the program printed. */
async function runProgram(
  program: string,
  args: readonly string[],
  { environment }: Pick<UpgradeOptions, "environment">,
  limit: { readonly timeout?: number } = {},
): Promise<string> {
  let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  try {
    // Both would make the executable run as plain Bun.
    const env = { ...environment, BUN_BE_BUN: undefined, BUN_OPTIONS: undefined };
    child = Bun.spawn([program, ...args], { env, stdio: ["ignore", "pipe", "pipe"], ...limit });
  } catch (error) {
    throw new StartupError(
      `Can't run the executable of the archive on this machine. Use the archive for its platform.`,
      {
        cause: error,
      },
    );
  }
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) === 0) return out;
  throw new StartupError(`${basename(program)} ${args.join(" ")} failed: ${(errors || out).trim()}`);
}

/** @returns the directory of the backup. */
async function backUpAndRehearse(config: Config, draft: string, options: UpgradeOptions): Promise<string> {
  const database = databaseFile(config);
  const owner = await stat(config.data_dir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== process.getuid?.())
    throw new StartupError(
      `${config.data_dir} belongs to user ${owner.uid}, and a backup by another user would be unusable for the server. Run fanfare backup as user ${owner.uid}, then add --without-backup to this command.`,
    );
  options.onStep("Creating a backup…");
  const { directory } = await createBackup(config, { to: undefined, without_key: false, now: options.now });
  options.onStep("Migrating a copy of the backup with the new version…");
  const copy = join(config.data_dir, "upgrade-rehearsal");
  await rm(copy, { recursive: true, force: true });
  try {
    await requireFreeSpace(config.data_dir, database, { purpose: "Rehearsing the migration", hint: "Free up space." });
    const environment = { ...options.environment, FANFARE_DATA_DIR: copy, FANFARE_DATABASE_URL: undefined };
    await runProgram(draft, ["restore", "--from", directory], { environment });
    await runProgram(draft, ["migrate"], { environment });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  return directory;
}
