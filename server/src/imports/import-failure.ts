import { StartupError } from "../lib/operator-errors.ts";

/** Why a file can't be imported. The message says what to do. */
export class ImportFailure extends StartupError {
  readonly kind: "unreadable" | "empty" | "too_large";

  constructor(kind: ImportFailure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
