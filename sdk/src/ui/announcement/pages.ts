import type { ActionButton, Panel } from "@fanfare/contract/content/panel";
import type { BlockWriter } from "../card/blocks.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Labels, Page } from "../types.ts";

export interface Pages {
  readonly box: HTMLElement;
  write(panels: readonly Panel[]): void;
  /** Makes all other panels inert. `spoken`: announce the panel, because focus stays where it is. */
  show(index: number, spoken: boolean): void;
  first(): HTMLElement;
}

export interface PagesOptions extends Page {
  readonly root: UiRoot;
  /** The dialog element, labeled by the pages. */
  readonly dialog: HTMLElement;
  readonly frame: HTMLElement;
  readonly labels: Labels;
  readonly blocks: BlockWriter;
  readonly press: (button: ActionButton) => void;
  readonly go: (index: number) => void;
  /** Returns text such as "2 of 5". */
  readonly position: (index: number) => string;
}

export type BuildPages = (options: PagesOptions) => Pages;

/** Shows one element of `list`. Only scrollable pages are tab stops. */
export function showPage(list: readonly HTMLElement[], index: number): void {
  list.forEach((page, at) => {
    page.inert = at !== index;
    if (at === index) page.scrollTop = 0;
  });
}

/**
 * Pages overlap in one grid cell, so that the card has the height of the tallest and its buttons don't move. Shorter
 * texts are centered in theirs. Horizontal
 * touch gestures are swipes, not browser scrolling.
 */
export const PAGES_STYLE = `
.pages{display:grid;grid-template-rows:minmax(0,1fr)}
.frame{overflow:auto}
@media (min-height:22em){.pages,.tabbed{min-height:0}}
.page{grid-area:1/1;min-width:0;overflow:auto;overscroll-behavior:contain;touch-action:pan-y pinch-zoom;padding:1.6em 1.7em 1.3em;display:flex;flex-direction:column}
.page>:first-child:not(.lead),.lead+*{margin-top:auto}.page>:last-child{margin-bottom:auto}
.page:focus-visible{outline-offset:-3px}
.page[inert]{visibility:hidden}
`;
