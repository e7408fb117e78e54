/** Why a start or a command cannot go on, in a sentence for the operator. */
export class StartupError extends Error {
  override readonly name = "StartError";
}

/** A command was not understood. The message says how it is written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** How a command is written was asked for: the message says it. */
export class HelpRequested extends Error {
  override readonly name = "HelpAsked";
}
