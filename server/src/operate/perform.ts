import { ProblemError } from "@fanfare/contract/problem";
import { UsageError } from "../usage-error.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";
import type { Operator } from "./operator.ts";
import { optionOf } from "./option-names.ts";

/**
 * Runs one operation on input that is not yet checked.
 *
 * @throws UsageError that names what is wrong with the input, or what the operation throws.
 */
export async function perform(operator: Operator, name: OperationName, input: unknown): Promise<unknown> {
  // Each entry takes what its own schema gives; the table's types cannot say that of an entry picked by name.
  const { input: schema, run } = OPERATIONS[name] as {
    readonly input: (typeof OPERATIONS)[OperationName]["input"];
    run(operator: Operator, input: unknown): Promise<unknown>;
  };
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `${optionOf(path)}: ${message}`).join("\n"));
  }
  return await run(operator, parsed.data);
}

/** An error as the control socket carries it. */
export interface CarriedError {
  readonly kind: "problem" | "usage" | "failed";
  readonly code?: string;
  readonly message: string;
}

export function carry(error: unknown): CarriedError {
  if (error instanceof ProblemError) return { kind: "problem", code: error.code, message: error.message };
  if (error instanceof UsageError) return { kind: "usage", message: error.message };
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}
