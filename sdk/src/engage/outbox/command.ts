import type { Choice, Subject } from "../decide/suppressions.ts";
import type { ProgressMove } from "../runs/run-tracker.ts";

/** Commands that must reach the server one by one, in order. */
export type Command =
  | { readonly kind: "progress"; readonly move: ProgressMove }
  | { readonly kind: "suppress"; readonly subject: Subject; readonly choice: Choice }
  | { readonly kind: "unsuppress"; readonly subject: Subject };

export interface QueuedCommand {
  readonly id: string;
  readonly message: Command;
}
