import type { Block } from "./block.ts";

/**
 * A button's action: names and URLs, never code. The page implements `host` actions (`fanfare.action(name, fn)`).
 * `start` starts other content by its slug.
 */
export type Action =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "host"; readonly name: string }
  | { readonly kind: "start"; readonly content: string };

export interface ActionButton {
  readonly label: string;
  readonly action: Action;
}

export interface Panel {
  /** Stable across versions, like a step's ID. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly button?: ActionButton | undefined;
}
