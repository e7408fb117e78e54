import { dirname, join } from "node:path";

export const ROOT = dirname(import.meta.dirname);

/** An error whose message is printed without a stack trace. */
export class UserError extends Error {
  override readonly name = "Refusal";
}

export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function installed(command: string): string {
  return join(ROOT, "node_modules", ".bin", command);
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function run(command: readonly string[], environment: Environment = {}): Promise<number> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return child.exited;
}

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

/** Runs a script's main function. Its result is the exit code; a {@link UserError} is printed and exits with 1. */
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
