import { targetSchema } from "@fanfare/contract/schema/content/target";
import type { Target } from "@fanfare/contract/target/target";
import { TRIALS, type Trial } from "@fanfare/contract/target/target-trial";
import { z } from "zod";

export interface PastedTarget {
  readonly target: Target;
  /** Failed tests per locator. Undefined if not reported. */
  readonly failed: readonly (readonly Trial[])[] | undefined;
}

const pastedSchema = z.looseObject({
  failed: z
    .array(z.array(z.enum(TRIALS)))
    .optional()
    .catch(undefined),
});

/**
 * Parses a target copied by the debug panel's picker. Undefined for other text.
 *
 * @example
 * pastedTarget('{"strategies":[{"kind":"test_id","value":"save"}],"failed":[["renamed"]]}')?.failed; // [["renamed"]]
 */
export function pastedTarget(text: string): PastedTarget | undefined {
  try {
    const { failed, ...rest } = pastedSchema.parse(JSON.parse(text));
    const target = targetSchema.parse(rest);
    return { target, failed: failed?.length === target.strategies.length ? failed : undefined };
  } catch {
    return undefined;
  }
}

/**
 * Parses a target that the debug panel passed in a URL fragment. Undefined if there is none.
 *
 * @example
 * targetInHash(`target=${btoa('{"strategies":[{"kind":"test_id","value":"save"}]}')}`)?.target.strategies.length; // 1
 */
export function targetInHash(hash: string): PastedTarget | undefined {
  if (!hash.startsWith("target=")) return undefined;
  try {
    const bytes = Uint8Array.from(atob(hash.slice("target=".length)), (byte) => byte.charCodeAt(0));
    return pastedTarget(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
