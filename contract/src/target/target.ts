export const PLACEMENTS = ["auto", "top", "bottom", "start", "end"] as const;
/** `start` and `end` follow the reading direction of the page. */
export type Placement = (typeof PLACEMENTS)[number];

/** One way to find an element. The first strategy that finds exactly one visible element wins; two are none. */
export type Strategy =
  | { readonly kind: "test_id"; readonly value: string }
  | { readonly kind: "role_name"; readonly role: string; readonly name: string }
  | { readonly kind: "label"; readonly value: string }
  | { readonly kind: "text"; readonly value: string; readonly tag?: string | undefined }
  | { readonly kind: "attribute"; readonly name: string; readonly value: string }
  | { readonly kind: "css"; readonly value: string };

export interface Target {
  readonly strategies: readonly Strategy[];
  /** Only inside of the one element that this finds is it looked for: a row, a panel. */
  readonly scope?: Strategy | undefined;
}
