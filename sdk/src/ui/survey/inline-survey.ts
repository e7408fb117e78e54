import type { ElementPosition } from "@fanfare/contract/content/announcement";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { CARD_STYLE } from "../card/card-style.ts";
import { editionBody } from "../card/edition-body.ts";
import { element } from "../dom/element.ts";
import { openRoot } from "../overlay/root.ts";
import { placeAtElement } from "../target/place-at-element.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { OpenPlayer, PlayerOptions } from "../types.ts";
import type { openSurvey } from "./survey.ts";
import type { BuildFrame } from "./survey-frame.ts";

/**
 * Shows a survey in the flow of the page, before, after, or inside an element that it waits for. It takes no focus and is
 * reachable with Tab and F6. Of another position, it's shown anew.
 */
export function inlineSurvey(open: typeof openSurvey): OpenPlayer {
  return (options) => {
    const { position } = editionBody(options.edition, "survey");
    const handle = open(options, position && buildInlineFrame(options, position));
    return {
      ...handle,
      update(edition) {
        const moved = JSON.stringify(editionBody(edition, "survey").position) !== JSON.stringify(position);
        if (moved) handle.close("replaced");
        else handle.update(edition);
      },
    };
  };
}

const buildInlineFrame =
  (options: PlayerOptions, position: ElementPosition): BuildFrame =>
  (page, guard, leave) => {
    const root = openRoot(page, `${CARD_STYLE}${INLINE_STYLE}`);
    const { host, view } = root;
    // Not a popover: the top layer has no place in the page.
    host.popover = null;
    const box = element(page.document, "section", "inline");
    box.setAttribute("aria-labelledby", "title");
    const release = listenForF6(page, box);
    box.addEventListener(
      "keydown",
      guard((event: KeyboardEvent) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        leave("escape");
      }),
    );
    let stop: Cancel = () => {};
    return {
      root,
      show(card, message, shown) {
        box.append(card.box);
        view.append(box);
        const [first] = editionBody(options.edition, "survey").questions;
        stop = placeAtElement({ ...page, guard, on: options.on }, position, first?.id ?? "", host, () => {
          root.announce(message);
          shown();
        });
      },
      remove() {
        stop();
        release();
        root.remove();
      },
    };
  };

/** It moves the page by at most a third of the screen; longer questions scroll. */
const INLINE_STYLE = `
:host{position:relative!important;inset:auto!important;overflow:visible!important;z-index:auto!important;margin:0!important;align-self:stretch!important}
.view{position:relative;inset:auto}
.inline:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:12px}
.inline .card{position:relative;display:flex;flex-direction:column;width:100%;min-height:0;max-height:33vh;border:1px solid var(--line);border-radius:12px;box-shadow:none}
.inline .form{overflow:auto}
.inline .flow{flex:none;overflow:visible}
.inline .foot{margin-top:auto}
`;
