import type { Rule } from "../targeting/rule.ts";
import type { Block } from "./block.ts";
import type { CelebrationPreset } from "./celebration-preset.ts";

/**
 * A button's action: names and URLs, never code. The page implements `host` actions (`fanfare.action(name, fn)`).
 * `start` starts other content by its slug.
 */
export type Action =
  | { readonly kind: "link"; readonly href: string }
  | { readonly kind: "host"; readonly name: string }
  | { readonly kind: "start"; readonly content: string };

/**
 * A button's action in content. `stay` leaves the content open. `suppress` closes it as "Do not show again" does, and
 * `snooze` hides it for some hours.
 */
export type ButtonAction =
  | Action
  | { readonly kind: "stay" }
  | { readonly kind: "suppress" }
  | { readonly kind: "snooze"; readonly hours: number };

/**
 * What a button does before its action. `resource_center` opens the one with this slug. `set_attribute` sets an
 * attribute of an identified person.
 */
export type SideAction =
  | { readonly kind: "host"; readonly name: string }
  | { readonly kind: "track"; readonly event: string }
  | { readonly kind: "set_attribute"; readonly name: string; readonly value: string | number | boolean }
  | { readonly kind: "celebrate"; readonly preset: CelebrationPreset }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "resource_center"; readonly content: string };

/**
 * When a button can be used, and what it does otherwise. The server evaluates what is about the person, and the page the
 * rest. An unknown result counts as not met.
 */
export interface ButtonCondition {
  readonly rule: Rule;
  readonly otherwise: "hide" | "disable";
}

/** Parts of all buttons. */
export interface ButtonBase {
  readonly label: string;
  readonly condition?: ButtonCondition | undefined;
  /** Runs in order before the action, which follows even if some of it fails. */
  readonly before?: readonly SideAction[] | undefined;
}

export interface ActionButton extends ButtonBase {
  readonly action: ButtonAction;
}

export interface Panel {
  /** Stable across versions, like a step's ID. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly button?: ActionButton | undefined;
}
