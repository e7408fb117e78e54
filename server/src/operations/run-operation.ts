import { ProblemError } from "@fanfare/contract/problem";
import { UsageError } from "../lib/operator-errors.ts";
import { StoreError } from "../store/store.ts";
import type { OperationContext } from "./operation-context.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";

/** Input fields with another name on the command line. Ignores list indexes. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  scopes: "--scope",
  expires_in_days: "--days",
  "input.ttl_s": "--ttl",
  "input.priority": "--priority",
  "input.collapse_key": "--collapse",
  "input.devices": "--devices",
  "input.audience.external_ids": "--to",
  "input.audience.groups": "--group",
  "input.audience.segment_id": "--segment",
  "input.timing.send_at": "--at",
  "input.timing.quiet_hours.from": "--quiet",
  "input.timing.quiet_hours.to": "--quiet",
  "input.timing.time_zone": "--time-zone",
  "input.body.kind": "--kind",
  "input.body.title": "--title",
  "input.body.text": "--text",
  "input.body.tone": "--tone",
  "input.body.preset": "--celebrate",
};
const BODY_PREFIX = "input.body.";

/**
 * Returns the command-line option of an input field.
 *
 * @example
 * optionName(["settings", "ttl_s"]); // "--ttl"
 */
function optionName(path: readonly PropertyKey[]): string {
  const name = path.filter((part) => typeof part === "string").join(".");
  if (Object.hasOwn(OPTION_NAMES, name)) return OPTION_NAMES[name] ?? "";
  if (name.startsWith(BODY_PREFIX)) return `--body, ${name.slice(BODY_PREFIX.length)}`;
  return `--${name.replaceAll("_", "-")}`;
}

/**
 * Validates the input and runs one operation.
 *
 * @throws UsageError for invalid input, or the operation's own error.
 */
export async function runOperation(operator: OperationContext, name: OperationName, input: unknown): Promise<unknown> {
  // Cast: each entry takes its own schema's output, which the type of a dynamic entry can't express.
  const { input: schema, run } = OPERATIONS[name] as {
    readonly input: (typeof OPERATIONS)[OperationName]["input"];
    run(operator: OperationContext, input: unknown): Promise<unknown>;
  };
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `${optionName(path)}: ${message}`).join("\n"));
  }
  return await run(operator, parsed.data);
}

export interface SerializedError {
  readonly kind: "problem" | "usage" | "failed";
  readonly code?: string;
  readonly message: string;
}

export function serializeError(error: unknown): SerializedError {
  if (error instanceof ProblemError) return { kind: "problem", code: error.code, message: error.message };
  if (error instanceof UsageError) return { kind: "usage", message: error.message };
  if (error instanceof StoreError && error.kind === "unavailable") {
    const reason = error.message.replace(/\.?$/, ".");
    return {
      kind: "failed",
      message: `The server can't use its database: ${reason} Run fanfare doctor, then try again.`,
    };
  }
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}
