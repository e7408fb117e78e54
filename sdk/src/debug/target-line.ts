import type { Strategy, Target } from "@fanfare/contract/target/target";

/** Creates a link that applies a target in the console. */
export type AcceptLink = (target: Target) => HTMLElement;

/** Page interactions of the panel's lines. Highlights only; never changes the page. */
export interface PageHighlighter {
  /** Outlines an element while its line is hovered or focused; null removes the outline. */
  point(target: Element | null): void;
  reveal(target: Element): void;
  /** Opens the picker, so that the member can choose another element for this step. */
  pick(take: AcceptLink): void;
}

export interface StrategyLine {
  readonly strategy: Strategy;
  /** Probability of surviving a redesign, from 0 to 1. */
  readonly score: number;
  readonly matches: number;
  readonly visible: number;
  /** The only usable match; null if there is none or more than one. */
  readonly element: Element | null;
  /** Explanation of the score, for picked elements only. */
  readonly reasons?: string | undefined;
}

export interface TargetLine {
  /**
   * Renders the suggestion of a better target for an unreliable one. `seek` replaces the button that searches for a
   * lost target.
   */
  readonly suggestion?:
    | ((pointing: PageHighlighter, seek?: (take: AcceptLink) => HTMLElement) => readonly HTMLElement[])
    | undefined;
  readonly station: string;
  /** The element that the player uses. */
  readonly element: Element | null;
  readonly strategies: readonly StrategyLine[];
}

/** Returns a readable form of a locator: `css .save`, `role_name button “Save”`. */
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
