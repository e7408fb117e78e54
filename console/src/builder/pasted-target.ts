import { targetSchema } from "@fanfare/contract/schema/target";
import type { Target } from "@fanfare/contract/target";

/**
 * The target that the picker of the debug panel copied; undefined for anything else.
 *
 * @example
 * pastedTarget('{"strategies":[{"kind":"test_id","value":"save"}]}')?.strategies.length; // 1
 */
export function pastedTarget(text: string): Target | undefined {
  try {
    return targetSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
