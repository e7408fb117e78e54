import type { Choice, Subject } from "../decide/suppressions.ts";
import type { ProgressMove } from "../runs/run-tracker.ts";

/** What must reach the server one by one and in order. */
export type Command =
  | { readonly kind: "progress"; readonly move: ProgressMove }
  | { readonly kind: "suppress"; readonly subject: Subject; readonly choice: Choice }
  | { readonly kind: "unsuppress"; readonly subject: Subject };

/** A message with the outbox's own id. */
export interface QueuedCommand {
  readonly id: string;
  readonly message: Command;
}
