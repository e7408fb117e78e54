import type { HintBody } from "@fanfare/contract/content/hint";
import type { BlockWriter } from "../card/blocks.ts";
import type { DismissOptions } from "../card/dismiss-options.ts";
import type { Guard } from "../dom/guard.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page, PlayerOptions } from "../types.ts";

/** Appearance of a hint while its target exists: a tooltip, or a card with or without a mark. */
export interface HintView {
  /** The target was found, and the root is mounted next to it. */
  appear(target: Element): void;
  /** The target disappeared, perhaps temporarily. */
  vanish(): void;
  write(body: HintBody, blocks: BlockWriter): void;
  remove(): void;
}

export interface HintViewDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly guard: Guard;
  readonly choices: DismissOptions;
  readonly labels: PlayerOptions["labels"];
  /** Whether it was shown before, on this or an earlier page. If so, it doesn't call for attention again. */
  readonly resumed: boolean;
  /** Reports that `box` is visible. Only the first call counts. */
  seen(box: Element): void;
  opened(): void;
  /** The panel's button, or the confirmation button, was pressed. */
  pressed(): void;
  leave(reason: "close_button" | "escape" | "outside_click"): void;
  /** The target or the hint's own root was removed. */
  lost(): void;
}
