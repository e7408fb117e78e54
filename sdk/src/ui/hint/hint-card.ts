import type { HintBody } from "@fanfare/contract/content/hint";
import type { BlockWriter } from "../card/blocks.ts";
import { closeButton, type DismissOptions } from "../card/dismiss-options.ts";
import type { CardParts } from "../card/position-card.ts";
import { button, element } from "../dom/element.ts";
import { SPOKEN_CHARS_MAX } from "../limits.ts";
import { label } from "../text/labels.ts";
import type { Labels } from "../types.ts";

export interface HintCard extends CardParts {
  readonly heading: HTMLElement;
  /** Updates in place except for the author's blocks, so that focus and checkbox are preserved. */
  write(body: HintBody, blocks: BlockWriter): void;
  /** Text to announce if focus can't move to the card. */
  spoken(): string;
}

/** The card of a hotspot or popover. If its panel has no button, a confirmation button is added. */
export function buildHintCard(
  document: Document,
  labels: Labels,
  choices: DismissOptions,
  press: (what: "button" | "close") => void,
): HintCard {
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const text = element(document, "div", "body");
  text.id = "text";
  const act = button(document, "primary", "", () => press("button"));
  const close = closeButton(document, labels, () => press("close"));
  const flow = element(document, "div", "flow", heading, text, choices.box);
  flow.role = "group";
  flow.setAttribute("aria-labelledby", "title");
  const arrow = element(document, "div", "arrow");
  const box = element(
    document,
    "div",
    "card",
    arrow,
    element(document, "div", "pane", flow, element(document, "div", "foot", act)),
    close,
  );
  box.id = "card";
  box.role = "dialog";
  box.setAttribute("aria-labelledby", "title");
  const isShort = (): boolean => text.textContent.length <= SPOKEN_CHARS_MAX;

  return {
    ...{ box, arrow, flow, heading },
    write({ panel }, blocks) {
      const held = text.matches(":focus-within");
      heading.textContent = panel.title;
      text.replaceChildren(...blocks.write(panel.blocks));
      text.hidden = panel.blocks.length === 0;
      // The focused link was removed with its block.
      if (held) heading.focus({ preventScroll: true });
      if (isShort()) heading.setAttribute("aria-describedby", "text");
      else heading.removeAttribute("aria-describedby");
      act.textContent = panel.button?.label ?? label(labels, "finish");
    },
    spoken: () => [heading.textContent, isShort() ? text.textContent : ""].filter(Boolean).join(". "),
  };
}
