import type { ActionButton, Panel } from "@fanfare/contract/content/panel";
import type { BlockWriter } from "../card/blocks.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Labels, Page } from "../types.ts";

/** The panels of an announcement in its card, of which one is shown. */
export interface Pages {
  readonly box: HTMLElement;
  /** There are other panels, or they say something else. */
  write(panels: readonly Panel[]): void;
  /** All others are inert. `spoken`: it is said, because the focus stays where it is. */
  show(index: number, spoken: boolean): void;
  /** Where the focus begins on the page that is shown. */
  first(): HTMLElement;
}

/** What is around them. */
export interface PagesOptions extends Page {
  readonly root: UiRoot;
  /** The dialog, which the pages give its name. */
  readonly dialog: HTMLElement;
  /** What is around the pages and the buttons that turn them. */
  readonly frame: HTMLElement;
  /** The content's name. */
  readonly name: string;
  readonly labels: Labels;
  readonly blocks: BlockWriter;
  readonly press: (button: ActionButton) => void;
  readonly go: (index: number) => void;
  /** "2 of 5". */
  readonly position: (index: number) => string;
}

export type BuildPages = (options: PagesOptions) => Pages;

/** Shows one of `list`; what scrolls can be reached by keyboard, and what does not is no stop. */
export function showPage(list: readonly HTMLElement[], index: number): void {
  for (const [at, page] of list.entries()) {
    page.inert = at !== index;
    if (at === index) page.scrollTop = 0;
  }
}

/**
 * The pages lie over each other: the card is as high as the highest, and its buttons stay where they are. What a finger does
 * across them is a swipe, and not the browser's to scroll by.
 */
export const PAGES_STYLE = `
.pages{display:grid;grid-template-rows:minmax(0,1fr)}
.frame{overflow:auto}
@media (min-height:22em){.pages,.tabbed{min-height:0}}
.page{grid-area:1/1;min-width:0;overflow:auto;overscroll-behavior:contain;touch-action:pan-y pinch-zoom;padding:1.6em 1.7em 1.3em}
.page:focus-visible{outline-offset:-3px}
.page[inert]{visibility:hidden}
`;
