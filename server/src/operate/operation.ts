import type { z } from "zod";
import type { Operator } from "./operator.ts";

/** One thing that an operator can ask for. What comes in and goes out may cross the control socket, so it is JSON. */
export interface Operation<Schema extends z.ZodType = z.ZodType, Output = unknown> {
  readonly input: Schema;
  run(operator: Operator, input: z.output<Schema>): Promise<Output>;
}

/** @example const list = operation(z.strictObject({}), async ({ apps }) => apps.all().map(({ id }) => id)); */
export function operation<Schema extends z.ZodType, Output>(
  input: Schema,
  run: (operator: Operator, input: z.output<Schema>) => Promise<Output>,
): Operation<Schema, Output> {
  return { input, run };
}
