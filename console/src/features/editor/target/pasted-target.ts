import { targetSchema } from "@fanfare/contract/schema/content/target";
import type { Target } from "@fanfare/contract/target/target";
import { TRIALS, type Trial } from "@fanfare/contract/target/target-trial";
import { z } from "zod";

/** A target that was found in a page. */
export interface PastedTarget {
  readonly target: Target;
  /** Of each of its ways the trials that it did not survive there; undefined where they are not told. */
  readonly failed: readonly (readonly Trial[])[] | undefined;
}

const pastedSchema = z.looseObject({
  failed: z
    .array(z.array(z.enum(TRIALS)))
    .optional()
    .catch(undefined),
});

/**
 * The target that the picker of the debug panel copied; undefined for anything else.
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
 * The target in the fragment of an address, as the debug panel hands it over; undefined where there is none.
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
