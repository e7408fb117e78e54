export const PLACEMENTS = ["auto", "top", "bottom", "start", "end"] as const;
/** `start` and `end` follow the page's text direction. */
export type Placement = (typeof PLACEMENTS)[number];

/** A locator. The first one that matches exactly one visible element wins; several matches count as none. */
export type Strategy =
  | { readonly kind: "test_id"; readonly value: string }
  | { readonly kind: "role_name"; readonly role: string; readonly name: string }
  | { readonly kind: "label"; readonly value: string }
  | { readonly kind: "text"; readonly value: string; readonly tag?: string | undefined }
  | { readonly kind: "attribute"; readonly name: string; readonly value: string }
  | { readonly kind: "css"; readonly value: string };

/** Where a target is searched. With `optional`, it's left out if this finds nothing. */
export type TargetScope = Strategy & { readonly optional?: true | undefined };

export interface Target {
  readonly strategies: readonly Strategy[];
  /** Limits the search to the one element that this finds, such as a row or panel. */
  readonly scope?: TargetScope | undefined;
  /** Where `scope` is searched: the elements around it, from the outside in. */
  readonly outer_scopes?: readonly TargetScope[] | undefined;
  /** Whether someone picked the element on a page. Absent if the locators were typed. */
  readonly picked?: true | undefined;
}
