import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CREATE_DEADLINE_MS = 180_000;
const POLL_INTERVAL_MS = 50;

/** Shared directory of this run's workers. `runner_pid` is their parent process. */
const runDirectory = (runner_pid: number): string => join(tmpdir(), `fanfare-shared-${runner_pid}`);

/**
 * Returns a directory that the first worker creates for all workers of this run. It's created atomically and never
 * changes.
 *
 * @example
 * const from = await sharedDirectory("with-an-owner", async (directory) => { writeFileSync(join(directory, "a"), "…");
 * });
 */
export async function sharedDirectory(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const place = runDirectory(process.ppid);
  const made = join(place, name);
  mkdirSync(place, { recursive: true });
  const deadline = Date.now() + CREATE_DEADLINE_MS;
  while (!existsSync(made)) {
    if (acquireLock(`${made}.lock`)) await createAtomically(made, make);
    else await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (Date.now() > deadline) throw new Error(`Another worker did not make ${made} in time.`);
  }
  return made;
}

async function createAtomically(made: string, make: (directory: string) => Promise<void>): Promise<void> {
  const half = mkdtempSync(`${made}.`);
  try {
    await make(half);
    renameSync(half, made);
  } catch (error) {
    // The next worker tries again.
    rmSync(half, { recursive: true, force: true });
    rmSync(`${made}.lock`, { recursive: true, force: true });
    throw error;
  }
}

/** True for exactly one worker. */
function acquireLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** Called by the runner, before its workers start and after they end. */
export function removeSharedDirectories(): void {
  rmSync(runDirectory(process.pid), { recursive: true, force: true });
}
