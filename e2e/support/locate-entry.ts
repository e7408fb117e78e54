import type { Target } from "@fanfare/contract/target/target";
import { accessibleName, roleOf } from "../../sdk/src/ui/target/accessible-name.ts";
import { locate } from "../../sdk/src/ui/target/locate.ts";
import { findByReading } from "../../sdk/src/ui/target/reading-strategies.ts";

/** What the SDK finds on this page. */
export interface Found {
  readonly role: string | null;
  readonly name: string;
  /** Its place among all elements. */
  readonly place: number;
}

declare global {
  interface Window {
    readonly sdk: { find(targets: readonly Target[]): readonly (Found | null)[] };
  }
}

/** Locates targets as tours do. */
export function find(targets: readonly Target[]): readonly (Found | null)[] {
  const all = [...document.querySelectorAll("*")];
  return targets.map((target) => {
    const { element } = locate(document, target, findByReading);
    return element && { role: roleOf(element), name: accessibleName(element), place: all.indexOf(element) };
  });
}
