import type { HintBody } from "@fanfare/contract/content/hint";
import type { RichBlocks } from "../card/blocks.ts";
import type { DismissOptions } from "../card/dismiss-options.ts";
import type { Guard } from "../dom/guard.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page, PlayerOptions } from "../types.ts";

/** What a hint looks like while its target is there: a tooltip, or a card with or without a mark that opens it. */
export interface HintView {
  /** Its target is there, in a root that is mounted with it. */
  appear(target: Element): void;
  /** Its target is gone, perhaps for a while. */
  vanish(): void;
  /** Says what a version says. */
  write(body: HintBody, rich: RichBlocks | undefined): void;
  /** Takes the focus back to the page and leaves nothing of it there. */
  remove(): void;
}

export interface HintViewDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly guard: Guard;
  readonly choices: DismissOptions;
  readonly labels: PlayerOptions["labels"];
  /** Whether it stood there before, in this page or an earlier one: then it does not ask for attention again. */
  readonly resumed: boolean;
  /** This of it is in sight. Only the first time counts. */
  seen(box: Element): void;
  opened(): void;
  /** The button of the panel was pressed, or the one that stands where it has none. */
  pressed(): void;
  leave(reason: "close_button" | "escape" | "outside_click"): void;
  /** Its target, or its own place in the page, went away. */
  lost(): void;
}
