import type { Step, TourBody } from "@fanfare/contract/content/tour";
import type { BlockWriter } from "../card/blocks.ts";
import { buildDismissOptions, closeButton, type DismissOptions } from "../card/dismiss-options.ts";
import { button, element } from "../dom/element.ts";
import { SPOKEN_CHARS_MAX } from "../limits.ts";
import { label } from "../text/labels.ts";
import type { Labels } from "../types.ts";

export interface TourCard {
  readonly box: HTMLElement;
  readonly arrow: HTMLElement;
  readonly foot: HTMLElement;
  readonly heading: HTMLElement;
  /** Scrolls if the card is too short for its text. */
  readonly flow: HTMLElement;
  readonly choices: DismissOptions;
  /** Renders a step in place, except for the author's blocks, so that focus is preserved. */
  show(body: TourBody, index: number, blocks: BlockWriter): void;
  busy(on: boolean, announced: boolean): void;
  /** Text to announce if focus can't move to the card. */
  spoken(): string;
}

export type BuildTourCard = (
  document: Document,
  labels: Labels,
  press: (what: "next" | "back" | "close_button" | "snoozed") => void,
) => TourCard;

export const buildTourCard: BuildTourCard = (document, labels, press) => {
  let is_busy = false;
  const unlessBusy = (what: "next" | "back") => () => {
    if (!is_busy) press(what);
  };
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const text = element(document, "div", "body");
  text.id = "text";
  const choices = buildDismissOptions(document, labels, () => press("snoozed"));
  const progress = element(document, "span", "progress");
  progress.id = "progress";
  const back = button(document, "plain", label(labels, "back"), unlessBusy("back"));
  const next = button(document, "primary", "", unlessBusy("next"));
  const close = closeButton(document, labels, () => press("close_button"));
  const foot = element(document, "div", "foot", progress, back, next);
  const flow = element(document, "div", "flow", heading, text, choices.box);
  flow.role = "group";
  flow.setAttribute("aria-labelledby", "title");
  const arrow = element(document, "div", "arrow");
  const pane = element(document, "div", "pane", flow, foot);
  const box = element(document, "div", "card", arrow, pane, close);
  box.role = "dialog";
  box.setAttribute("aria-labelledby", "title");
  let progress_text = "";

  return {
    box,
    arrow,
    foot,
    heading,
    flow,
    choices,
    show({ steps, suppression }, index, blocks) {
      const step: Step | undefined = steps[index];
      if (!step) return;
      const held = text.contains(focusWithin(box));
      heading.textContent = step.title;
      text.replaceChildren(...blocks.write(step.blocks));
      // The focused link was removed with its block.
      if (held) heading.focus({ preventScroll: true });
      choices.offer(suppression, index > 0);
      progress_text = label(labels, "progress", { step: index + 1, steps: steps.length });
      progress.textContent = progress_text;
      foot.style.setProperty("--done", `${(100 * (index + 1)) / steps.length}%`);
      const short = text.textContent.length <= SPOKEN_CHARS_MAX;
      heading.setAttribute("aria-describedby", short ? "progress text" : "progress");
      back.hidden = index === 0;
      next.textContent = step.next_label ?? label(labels, index + 1 < steps.length ? "next" : "finish");
    },
    busy(on, announced) {
      is_busy = on;
      for (const each of foot.querySelectorAll("button")) each.ariaDisabled = `${on}`;
      progress.textContent = announced ? label(labels, "waiting") : progress_text;
    },
    spoken: () => `${heading.textContent}. ${progress_text}`,
  };
};

function focusWithin(box: HTMLElement): Element | null {
  return (box.getRootNode() as Document | ShadowRoot).activeElement;
}
