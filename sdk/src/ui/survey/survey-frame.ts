import { CARD_STYLE } from "../card/card-style.ts";
import { element } from "../dom/element.ts";
import type { Guard } from "../dom/guard.ts";
import { openRoot } from "../overlay/root.ts";
import { CORNER, placeInStack } from "../overlay/stacking.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { Page } from "../types.ts";
import type { SurveyCard } from "./survey-card.ts";

export interface SurveyFrame {
  readonly root: UiRoot;
  /** `message`: announced if focus stays on the page. `shown`: called once the card is on the screen. */
  show(card: Pick<SurveyCard, "box" | "heading">, message: string, shown: () => void): void;
  remove(): void;
}

export type BuildFrame = (page: Page, guard: Guard, leave: (reason: "escape" | "outside_click") => void) => SurveyFrame;

/** A non-modal frame in the corner: takes no focus, is reachable with F6, and closes with Escape when focused. */
export const buildCornerFrame: BuildFrame = (page, guard, leave) => {
  const root = openRoot(page, `${CARD_STYLE}${CORNER_STYLE}`);
  const corner = element(page.document, "div", "corner");
  const release = listenForF6(page, corner);
  corner.addEventListener(
    "keydown",
    guard((event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      leave("escape");
    }),
  );
  return {
    root,
    show({ box }, message, shown) {
      box.role = "dialog";
      box.setAttribute("aria-labelledby", "title");
      corner.append(box);
      root.view.append(corner);
      root.mount(null);
      placeInStack(root.host, CORNER);
      root.announce(message);
      shown();
    },
    remove() {
      release();
      root.remove();
    },
  };
};

const CORNER_STYLE = `
.corner{position:absolute;inset-block-end:1em;inset-inline-end:1em;width:min(25em,100% - 2em);max-height:calc(100% - 2em);display:flex;pointer-events:none}
.corner:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:14px;box-shadow:0 0 0 6px var(--bg)}
.corner .card{position:relative;display:flex;flex-direction:column;width:100%;min-height:0}
@media (prefers-reduced-motion:no-preference){.corner .card{animation:in .2s ease-out}@keyframes in{from{opacity:0;translate:0 .6em}}}
`;
