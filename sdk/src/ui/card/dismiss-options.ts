import type { SuppressionOptions } from "@fanfare/contract/content/dismissal";
import type { EndReason } from "@fanfare/contract/events/events";
import { button, element } from "../dom/element.ts";
import type { EndedEvent } from "../dom/guard.ts";
import { label } from "../text/labels.ts";
import type { Labels } from "../types.ts";

/** What every content leaves to the person: a tick for "Do not show again", a button for "Remind me later". */
export interface DismissOptions {
  readonly box: HTMLElement;
  /** Shows what an edition offers, and nothing when that is nothing. The tick stays as the person left it. */
  offer(suppression: SuppressionOptions): void;
  /** "Do not show again" is offered and ticked. */
  suppressed(): boolean;
  /** How a content ends that ends for `reason`: leaving it with the tick set means not to see it again. */
  ending(reason: EndReason): EndedEvent;
}

/** How a person leaves what they have not been through. */
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
    // Never and later exclude each other.
    later.hidden = !offers_later || suppressed();
    box.hidden = again.hidden && later.hidden;
  };
  tick.addEventListener("change", show);
  return {
    box,
    suppressed,
    offer({ offered, days, snooze_hours }) {
      again.hidden = !offered;
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

/** The row's look. It needs the tokens of `BASE_STYLE` and nothing else. */
export const DISMISS_OPTIONS_STYLE = `
.choices{display:flex;flex-wrap:wrap;align-items:center;gap:.2em 1em;margin-top:.6em;font-size:.867em;color:var(--mute)}
.again{display:flex;gap:.6em;align-items:center;min-height:2.4em;cursor:pointer}
.again input{width:1.25em;height:1.25em;flex:none;margin:0;accent-color:var(--accent);cursor:inherit}
.choices .later{min-height:2.4em;margin:0;padding:0;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.choices .later:hover{color:var(--ink)}
`;
