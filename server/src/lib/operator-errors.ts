/** Operator-facing message why a start or command can't continue. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

/** Invalid command usage. The message contains the correct syntax. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Request for help. The message contains the command's syntax. */
export class HelpRequested extends Error {
  override readonly name = "HelpRequested";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
