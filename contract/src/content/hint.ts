import type { Placement, Target } from "../target/target.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";
import type { Panel } from "./panel.ts";

export const HINT_FORMS = ["tooltip", "hotspot", "popover"] as const;
/**
 * `tooltip`: text shown while an element is hovered or focused. `hotspot`: a marker beside an element that opens a
 * card. `popover`: that card, open immediately.
 */
export type HintForm = (typeof HINT_FORMS)[number];

export interface HintBody extends DismissalOptions, CloseOptions {
  readonly type: "hint";
  readonly form: HintForm;
  readonly panel: Panel;
  readonly target: Target;
  readonly placement: Placement;
  /** Milliseconds until a missing target is reported. The hint keeps waiting after that. */
  readonly wait_ms: number;
}
