import type { Placement, Target } from "../target/target.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { Panel } from "./panel.ts";

export const HINT_FORMS = ["tooltip", "hotspot", "popover"] as const;
/**
 * `tooltip`: text for an element, while it has the pointer or the focus. `hotspot`: a mark beside an element that opens a
 * card. `popover`: that card, open at once.
 */
export type HintForm = (typeof HINT_FORMS)[number];

/** Something about one element, that stays beside it and stands in nobody's way. */
export interface HintBody extends DismissalOptions, CloseOptions {
  readonly type: "hint";
  readonly form: HintForm;
  readonly panel: Panel;
  readonly target: Target;
  readonly placement: Placement;
  /** How long it waits for its target, in milliseconds, before it says that there is none; it goes on waiting. */
  readonly wait_ms: number;
}
