import { matchesUrl } from "../lib/glob.ts";
import type { Target } from "../target/target.ts";

export const TRACKER_KINDS = ["click", "submit", "change", "visible", "page", "rage_click"] as const;
export type TrackerKind = (typeof TRACKER_KINDS)[number];

/** Kinds that are about an element. */
export const ELEMENT_KINDS = ["click", "submit", "change", "visible", "rage_click"] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** What a tracker waits for. Pages send no value of a field with it, and ignore password and payment fields. */
export type TrackerAct =
  | { readonly kind: "click" | "submit" | "change"; readonly target: Target }
  /** At least half of the element is on the screen for this long, once per page visit. */
  | { readonly kind: "visible"; readonly target: Target; readonly visible_s: number }
  /** Without a target: anywhere on the page. */
  | { readonly kind: "rage_click"; readonly target?: Target | undefined }
  | { readonly kind: "page" };

export interface TrackerRule {
  readonly on: TrackerAct;
  /** Pages on which it tracks. No include pattern: all pages. */
  readonly urls: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

/** A published tracker as pages get it. */
export interface LiveTracker extends TrackerRule {
  readonly id: string;
  /** Name of the event that it tracks. */
  readonly name: string;
}

export function isTrackedUrl({ include, exclude }: TrackerRule["urls"], url: string): boolean {
  const matches = (pattern: string): boolean => matchesUrl(pattern, url);
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

/** A tracker while its element is chosen on a page: the fields of its form that the page shows or changes. */
export interface PointedTracker {
  /** Name of the event. Empty if it isn't chosen yet. */
  readonly name: string;
  readonly kind: ElementKind;
  readonly visible_s: number;
  /** Null if none is chosen yet. */
  readonly target: Target | null;
}
