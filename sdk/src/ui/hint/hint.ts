import type { HintBody } from "@fanfare/contract/content/hint";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { ARROW_STYLE } from "../card/arrow-style.ts";
import { loadRichBlocks } from "../card/blocks.ts";
import { CARD_STYLE } from "../card/card-style.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { createGuard, guardedPage } from "../dom/guard.ts";
import { LOOK_GAP_MS, PATIENT_LOOK_GAP_MS } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import { waitForTarget } from "../target/wait-for-target.ts";
import type { PlayerEvent, PlayerHandle, PlayerOptions } from "../types.ts";
import { buildPopover } from "./hint-popover.ts";
import { buildTooltip } from "./hint-tooltip.ts";

/**
 * Shows a hint next to its target while the target exists, and again when it returns. Blocks nothing. Changes one page
 * attribute: a tooltip describes its target, and restores the attribute when it ends.
 *
 * @example
 * const hint = openHint({ document, window, clock: systemClock, edition, name: "Filters", step_id: null, labels: {},
 *   act() {}, on: (event) => report(event) });
 * hint.close("navigation");
 */
export function openHint(options: PlayerOptions): PlayerHandle {
  const { document, labels, on } = options;
  let body = editionBody(options.edition, "hint");
  let told_missing = false;
  let was_seen = false;
  let dressed = false;
  let over = false;
  let stopSeeking: Cancel = () => {};

  const guard = createGuard((error) => {
    try {
      end({ kind: "ended", reason: "error", suppress: false, error: String(error) });
    } catch {
      // The failure itself can't be reported.
    }
  });
  const page = guardedPage(options, guard);
  const root = openRoot(page, HINT_STYLE);
  const choices = buildDismissOptions(document, labels, () => close("snoozed"));

  const build = (resumed: boolean) =>
    (body.form === "tooltip" ? buildTooltip : buildPopover)(
      {
        ...{ page, root, guard, choices, labels, resumed },
        seen(box) {
          if (!was_seen) on({ kind: "step_shown", step_id: body.panel.id, index: 0 }, box);
          was_seen = true;
        },
        opened: () => on({ kind: "opened", step_id: body.panel.id }),
        pressed,
        leave: (reason) => close(reason),
        lost() {
          if (over) return;
          figure.vanish();
          // Delay the search: a page that keeps removing the hint must not be slowed down.
          stopSeeking = page.clock.after(LOOK_GAP_MS, () => seek(body.wait_ms));
        },
      },
      body,
    );

  const seek = (wait_ms: number): void => {
    stopSeeking();
    stopSeeking = waitForTarget(
      page,
      body.target,
      wait_ms,
      guard((found) => {
        if (found.element !== null) {
          root.mount(found.element);
          figure.appear(found.element);
          return;
        }
        const { panel } = body;
        if (!told_missing) on({ kind: "target_missing", step_id: panel.id, tried: found.tried });
        told_missing = true;
        if (!over) seek(DAY_MS);
      }),
      PATIENT_LOOK_GAP_MS,
    );
  };

  const end = (event: Extract<PlayerEvent, { kind: "ended" }>): void => {
    if (over) return;
    over = true;
    stopSeeking();
    figure.remove();
    root.remove();
    on(event);
  };
  const close = guard((reason: EndReason): void => end(choices.ending(reason)));
  const pressed = guard((): void => {
    const { id, button } = body.panel;
    if (button !== undefined) on({ kind: "acted", step_id: id });
    close("completed");
    // Run the action last: it may navigate away.
    if (button !== undefined) options.act(button.action);
  });

  let figure = build(Boolean(options.step_id));
  /** Renders this version once its dependencies are loaded. The target search starts afterward. */
  const write = (then: () => void): void => {
    const written = body;
    void loadRichBlocks([written.panel]).then(
      guard((rich) => {
        if (over || body !== written) return;
        choices.offer(written.suppression);
        if (rich !== undefined && !dressed) root.addStyle(rich.RICH_STYLE);
        dressed ||= rich !== undefined;
        figure.write(written, rich);
        then();
      }),
    );
  };
  write(() => seek(body.wait_ms));

  return {
    next: () => close("completed"),
    back() {},
    goTo() {},
    update: guard((edition) => {
      if (over) return;
      const before = body;
      body = editionBody(edition, "hint");
      if (hasSameTarget(before, body)) return write(() => {});
      stopSeeking();
      figure.remove();
      figure = build(true);
      write(() => seek(body.wait_ms));
    }),
    close,
  };
}

function hasSameTarget(left: HintBody, right: HintBody): boolean {
  const place = ({ form, target, placement }: HintBody): string => JSON.stringify([form, target, placement]);
  return place(left) === place(right);
}

/** The mark pulses three times, for less than five seconds (WCAG 2.2.2), and not at all with reduced motion. */
export const HINT_STYLE = `${CARD_STYLE}${ARROW_STYLE}
button.mark{position:absolute;width:24px;height:24px;min-height:0;padding:0;border:0;border-radius:50%;background:none;pointer-events:auto}
.mark::before,.mark::after{content:"";position:absolute;inset:5px;border-radius:50%;background:var(--accent)}
.mark::after{border:2px solid var(--bg);inset:4px;box-shadow:var(--shadow)}
.mark:hover::after{inset:3px}
.mark:focus-visible{outline-offset:-2px;background:var(--bg)}
.foot{justify-content:end}
.tip{position:absolute;width:max-content;max-width:min(20em,100% - 24px);padding:.55em .8em;border-radius:9px;font-size:.867em;line-height:1.45;background:var(--bg);color:var(--soft);box-shadow:var(--shadow);overflow-wrap:break-word;pointer-events:auto}
.tip>*{display:block}.tip>*+*{margin-top:.35em}
.tip.away{visibility:hidden}
@media (prefers-reduced-motion:no-preference){.mark:not(.met)::before{animation:pulse 1.6s ease-out 3}@keyframes pulse{from{opacity:.7;scale:1}to{opacity:0;scale:2.6}}.card,.tip{animation:in .14s}@keyframes in{from{opacity:0}}}
@media (forced-colors:active){.tip{border:1px solid}.mark::after{background:Highlight;border-color:Canvas;forced-color-adjust:none}}
`;
