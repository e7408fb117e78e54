import { dirname, join } from "node:path";

/** The folder of the repository. */
export const ROOT = dirname(import.meta.dirname);

/** A sentence for the person at the terminal, in place of a stack. */
export class UserError extends Error {
  override readonly name = "Refusal";
}

export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Path of a command that npm installed. */
export function installed(command: string): string {
  return join(ROOT, "node_modules", ".bin", command);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command to its end with this terminal; answers its exit code. */
export async function run(command: readonly string[], environment: Environment = {}): Promise<number> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return child.exited;
}

/** Runs a command to its end and keeps what it printed. */
export async function capture(
  command: readonly string[],
  environment: Environment = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: `${stdout}${stderr}`.trimEnd() };
}

/** Runs a command of this repository: its number is the exit code, a {@link UserError} is printed and means 1. */
export async function main(command: () => Promise<number>): Promise<never> {
  try {
    process.exit(await command());
  } catch (error) {
    printError(error instanceof UserError ? error.message : `${error instanceof Error ? error.stack : String(error)}`);
    process.exit(1);
  }
}

/** `1.4 s` */
export function seconds(since_ms: number): string {
  return `${((performance.now() - since_ms) / 1_000).toFixed(1)} s`;
}
