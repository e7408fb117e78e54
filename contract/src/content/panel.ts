import type { Block } from "./block.ts";

/**
 * What a button does. Names and addresses, never code: what a `host` action does is the page's to say
 * (`fanfare.action(name, fn)`); `start` starts another content by its slug.
 */
export type Action =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "host"; readonly name: string }
  | { readonly kind: "start"; readonly content: string };

export interface ActionButton {
  readonly label: string;
  readonly action: Action;
}

/** A title, text, and what it offers to do: a slide, a tab, a card. */
export interface Panel {
  /** Stable across versions, as the id of a step. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly button?: ActionButton | undefined;
}
