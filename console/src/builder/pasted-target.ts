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

/**
 * The target in the fragment of an address, as the debug panel hands it over; undefined where there is none.
 *
 * @example
 * targetInHash(`target=${btoa('{"strategies":[{"kind":"test_id","value":"save"}]}')}`)?.strategies.length; // 1
 */
export function targetInHash(hash: string): Target | undefined {
  if (!hash.startsWith("target=")) return undefined;
  try {
    const bytes = Uint8Array.from(atob(hash.slice("target=".length)), (byte) => byte.charCodeAt(0));
    return pastedTarget(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
