import type { SuppressionOptions } from "@fanfare/contract/content/dismissal";
import type { EndReason } from "@fanfare/contract/events/events";
import { button, element } from "../dom/element.ts";
import type { EndedEvent } from "../dom/guard.ts";
import { label } from "../text/labels.ts";
import type { Labels } from "../types.ts";

/** Dismiss options of all content: a "Do not show again" checkbox and a "Remind me later" button. */
export interface DismissOptions {
  readonly box: HTMLElement;
  /**
   * Shows the options that an edition allows; hidden if there are none. The checkbox keeps its state. On a `later_step`,
   * it is shown only if the author wants that or the person has checked it.
   */
  offer(suppression: SuppressionOptions, later_step?: boolean): void;
  /** True if "Do not show again" is offered and checked. */
  suppressed(): boolean;
  /** Builds the end event for `reason`. Dismissing with the checkbox checked suppresses the content. */
  ending(reason: EndReason): EndedEvent;
}

const DISMISSED: ReadonlySet<EndReason> = new Set<EndReason>(["close_button", "escape", "outside_click"]);

/**
 * Builds that row, once for a content. Its style is {@link DISMISS_OPTIONS_STYLE}. `snooze`: "Remind me later" was pressed, so end
 * the content with `ending("snoozed")`.
 *
 * @example
 * const choices = buildDismissOptions(document, labels, () => end("snoozed"));
 * choices.offer(body.suppression);
 * const end = (reason) => on(choices.ending(reason));
 */
export function buildDismissOptions(document: Document, labels: Labels, snooze: () => void): DismissOptions {
  const tick = element(document, "input", "");
  tick.type = "checkbox";
  const again_text = element(document, "span", "");
  const again = element(document, "label", "again", tick, again_text);
  const later = button(document, "later", label(labels, "remind_later"), () => {
    snoozed = true;
    snooze();
  });
  const box = element(document, "div", "choices", again, later);
  let offers_later = false;
  let snoozed = false;

  const suppressed = (): boolean => !again.hidden && tick.checked;
  const show = (): void => {
    // The two options are mutually exclusive.
    later.hidden = !offers_later || suppressed();
    box.hidden = again.hidden && later.hidden;
  };
  tick.addEventListener("change", show);
  return {
    box,
    suppressed,
    offer({ offered, days, snooze_hours, every_step }, later_step) {
      again.hidden = !offered || (later_step === true && !every_step && !tick.checked);
      again_text.textContent = label(labels, "do_not_show_again", { days }).replace(/\b1 days/, "1 day");
      offers_later = snooze_hours !== undefined;
      show();
    },
    ending(reason) {
      if (snoozed) return { kind: "ended", reason: "snoozed", suppress: false, snooze: true };
      const suppress = suppressed();
      return { kind: "ended", reason: suppress && DISMISSED.has(reason) ? "do_not_show_again" : reason, suppress };
    },
  };
}

/** The cross. */
export function closeButton(document: Document, labels: Labels, press: () => void): HTMLButtonElement {
  const cross = button(document, "close", "", press);
  cross.ariaLabel = label(labels, "close");
  return cross;
}

/** Styles of the dismiss options. Require only the tokens of `BASE_STYLE`. */
export const DISMISS_OPTIONS_STYLE = `
.choices{display:flex;flex-wrap:wrap;align-items:center;gap:.2em 1em;margin-top:.6em;font-size:.867em;color:var(--mute)}
.again{display:flex;gap:.6em;align-items:center;min-height:2.4em;cursor:pointer}
.again input{width:1.25em;height:1.25em;flex:none;margin:0;accent-color:var(--accent);cursor:inherit}
.choices .later{min-height:2.4em;margin:0;padding:0;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.choices .later:hover{color:var(--ink)}
`;
