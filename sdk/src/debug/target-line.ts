import type { Strategy, Target } from "@fanfare/contract/target/target";

/** A link by which the console takes a target over. */
export type AcceptLink = (target: Target) => HTMLElement;

/** What the lines of the panel do to the page: nothing but point at it. */
export interface PageHighlighter {
  /** Frames an element for as long as the pointer or the focus is on its line; null takes the frame away. */
  point(target: Element | null): void;
  /** Brings it into view. */
  reveal(target: Element): void;
  /** Has the member pick another element for this place. */
  pick(take: AcceptLink): void;
}

/** What one strategy finds in the page now. */
export interface StrategyLine {
  readonly strategy: Strategy;
  /** How likely it survives a redesign, from 0 to 1. */
  readonly score: number;
  readonly matches: number;
  readonly visible: number;
  /** The one element that can be used; null where there is none, or more than one. */
  readonly element: Element | null;
  /** What the score is made of, in words; only where an element was picked. */
  readonly reasons?: string | undefined;
}

export interface TargetLine {
  /** What leads to a better target, where this one is doubtful. `seek`: what stands for the offer to look for a lost one. */
  readonly suggestion?:
    | ((pointing: PageHighlighter, seek?: (take: AcceptLink) => HTMLElement) => readonly HTMLElement[])
    | undefined;
  readonly station: string;
  /** The element that the player takes. */
  readonly element: Element | null;
  readonly strategies: readonly StrategyLine[];
}

/** A strategy in words: `css .save`, `role_name button “Save”`. */
export function strategyText(strategy: Strategy): string {
  switch (strategy.kind) {
    case "role_name":
      return `role ${strategy.role} “${strategy.name}”`;
    case "attribute":
      return `attribute ${strategy.name}=“${strategy.value}”`;
    case "test_id":
      return `test ID “${strategy.value}”`;
    case "css":
      return `css ${strategy.value}`;
    case "label":
    case "text":
      return `${strategy.kind} “${strategy.value}”`;
  }
}
