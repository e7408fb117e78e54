/** A command was not understood. The message says how it is written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
