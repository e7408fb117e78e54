/** A command was not understood. The message says how it is written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** How a command is written was asked for: the message says it. */
export class HelpAsked extends Error {
  override readonly name = "HelpAsked";
}
