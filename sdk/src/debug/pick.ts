import type { Cancel } from "@fanfare/contract/lib/clock";
import { type ScoreReason, scoreParts } from "@fanfare/contract/target/target-score";
import { TRIAL_COST, TRIALS, type Trial, type TriedTarget } from "@fanfare/contract/target/target-trial";
import { element } from "../ui/dom/element.ts";
import { findByReading } from "../ui/target/reading-strategies.ts";
import type { Page } from "../ui/types.ts";
import { buildTargetLine } from "./build-target-line.ts";
import { targetLine } from "./content-line.ts";
import { isCrossSiteFrame } from "./cross-site-frames.ts";
import { pickElement } from "./pick-element.ts";
import { proposeInSlices, proposeTarget } from "./propose.ts";
import type { AcceptLink, PageHighlighter } from "./target-line.ts";

const REASON_LABELS: Readonly<Record<ScoreReason, string>> = {
  test_id: "a test ID",
  role_name: "a role and a name",
  label: "a label",
  attribute: "an attribute",
  text: "a text",
  css: "a selector",
  lasting: "a stable name",
  passing: "an attribute that changes often",
  generated: "a generated name",
  place: "a position in a list",
  depth: "distance from another element",
  bare_tag: "a tag only",
  long_text: "long text",
  digits: "digits",
};
const TRIAL_LABELS: Readonly<Record<Trial, string>> = {
  sibling: "a sibling is added before the element",
  renamed: "generated class names change",
  wrapped: "a wrapper is added around the element",
};

/**
 * Explains a target's scores: what they consist of, and after which simulated page changes each locator still finds its
 * element.
 */
export function scoreReasons({ strategies, failed }: TriedTarget): readonly string[] {
  return strategies.map((strategy, index) => {
    const lost = failed[index] ?? [];
    const held = TRIALS.filter((each) => !lost.includes(each)).map((each) => TRIAL_LABELS[each]);
    const parts = scoreParts(strategy).map(({ reason, worth }) => `${REASON_LABELS[reason]} ${signed(worth)}`);
    const fails = lost.map((each) => `fails if ${TRIAL_LABELS[each]} ${signed(-TRIAL_COST)}`);
    const holds = held.length === 0 ? [] : [`still works if ${held.join(", ")}`];
    return `Score: ${[...parts, ...fails, ...holds].join("; ")}.`;
  });
}

function signed(worth: number): string {
  return `${worth < 0 ? "−" : "+"}${Math.abs(Math.round(worth * 100) / 100)}`;
}

// Exported from the picker's chunk, because it is as large.
export { pickElement, proposeInSlices, proposeTarget };

export interface Picker {
  /** Starts or stops picking. `take`: creates the link for the step that the target is picked for. */
  toggle(take?: AcceptLink): void;
  stop(): void;
}

export function openPicker(
  page: Page,
  button: HTMLButtonElement,
  place: HTMLElement,
  pointing: PageHighlighter,
  { announce }: { readonly announce: (text: string) => void },
): Picker {
  const { document } = page;
  let cancel: Cancel | undefined;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
    button.ariaPressed = "false";
  };
  const show = (...lines: readonly HTMLElement[]): void => {
    place.replaceChildren(...lines);
    if (lines.length > 0) place.scrollIntoView({ block: "nearest" });
    announce(lines[0]?.textContent ?? "");
  };
  const toggle = (take?: AcceptLink): void => {
    show();
    if (cancel !== undefined) {
      stop();
      return;
    }
    button.ariaPressed = "true";
    show(
      element(document, "p", "notice", "Select an element on the page, or press Enter on it. Press Escape to cancel."),
    );
    cancel = pickElement(document, { point: pointing.point }, (picked) => {
      stop();
      show();
      button.focus();
      if (picked === null) return;
      void proposeInSlices(page, picked).then((target) => {
        if (cancel === undefined) show(...pickedLines(document, picked, target, pointing, take));
      });
    });
  };
  return { toggle, stop };
}

/** Shows the locators of the picked element, or a notice if no reliable locator exists. */
function pickedLines(
  document: Document,
  picked: Element,
  target: TriedTarget | null,
  pointing: PageHighlighter,
  take: AcceptLink | undefined,
): readonly HTMLElement[] {
  const foreign = isCrossSiteFrame(picked)
    ? [element(document, "p", "notice", "Frames from other sites can’t be searched. This is the frame itself.")]
    : [];
  if (target === null) {
    const advice = "This element has no reliable locator. Add a data-testid, or pick its parent element.";
    return [...foreign, element(document, "p", "notice", advice)];
  }
  const reasons = scoreReasons(target);
  const line = buildTargetLine(document, "the picked element", target, findByReading);
  const strategies = line.strategies.map((each, index) => ({ ...each, reasons: reasons[index] }));
  return [
    ...foreign,
    ...targetLine(document, { ...line, strategies }, pointing),
    ...(take === undefined ? [] : [take(target)]),
  ];
}
