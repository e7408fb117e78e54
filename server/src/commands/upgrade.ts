import { StartupError, UsageError } from "../lib/operator-errors.ts";
import { readServerSchemaVersion } from "../operations/control-client.ts";
import { upgradableProgram, upgrade as upgradeProgram } from "../operations/upgrade.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const USAGE =
  "Usage: fanfare upgrade --from fanfare-{version}-{platform}.tar.gz [--sha256 …] [--without-backup] [--json]\nVerifies the archive with its SHA256SUMS, creates a backup, migrates a copy of it with the new version,\nand replaces the executable.";
const SHA256 = /^[0-9a-f]{64}$/i;

/** `fanfare upgrade`: replaces the executable. The server uses the new one after a restart. */
export const upgrade: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      from: { type: "string" },
      sha256: { type: "string" },
      "without-backup": { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const { from, sha256, json, "without-backup": without_backup } = values;
  if (from === undefined) throw new UsageError(USAGE);
  if (sha256 !== undefined && !SHA256.test(sha256)) throw new UsageError("--sha256 needs 64 hexadecimal digits.");
  const program = upgradableProgram(process.execPath, { is_standalone: Bun.isStandaloneExecutable });
  const config = context.config();
  const result = await upgradeProgram(config, {
    ...{ program, from, sha256, without_backup, environment: context.environment, now: new Date() },
    onStep: (text) => context.printError(text),
  });
  const restart = result.upgraded && (await serverRuns(config.data_dir));
  return printResult(context, json, { ...result, restart }, ({ from: old, to, previous, backup }) =>
    result.upgraded
      ? [
          `Upgraded ${result.program} from ${old.version} (${old.built_at}) to ${to.version} (${to.built_at}).`,
          restart ? "Restart the server now. Until then, it runs the old version." : "Start the server.",
          ...(backup === null
            ? [`To go back, restore your backup with ${previous}.`]
            : [`To go back, stop the server, then run: ${previous} restore --from ${backup}`]),
        ]
      : [`${result.program} is already ${to.version} (${to.built_at}).`],
  );
};

/** A server of another user counts as running: its socket is there, but it doesn't answer this user. */
async function serverRuns(data_dir: string): Promise<boolean> {
  try {
    return (await readServerSchemaVersion(data_dir)) !== undefined;
  } catch (error) {
    if (error instanceof StartupError) return true;
    throw error;
  }
}
