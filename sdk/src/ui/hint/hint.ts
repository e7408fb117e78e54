import type { Edition } from "@fanfare/contract/content/content";
import type { HintBody } from "@fanfare/contract/content/hint";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { ARROW_STYLE } from "../card/arrow-style.ts";
import { createBlockWriter } from "../card/blocks.ts";
import { CARD_STYLE } from "../card/card-style.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { openPlayerLife } from "../dom/guard.ts";
import { LOOK_GAP_MS, PATIENT_LOOK_GAP_MS } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import { type WaitResult, waitForTarget } from "../target/wait-for-target.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import { buildPopover } from "./hint-popover.ts";
import { buildTooltip } from "./hint-tooltip.ts";
import type { HintView, HintViewDeps } from "./hint-view.ts";

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
  let stopSeeking: Cancel = () => {};
  const { page, guard, whileOpen, end } = openPlayerLife(options, () => {
    stopSeeking();
    figure.remove();
    root.remove();
  });
  const root = openRoot(page, HINT_STYLE);
  const blocks = createBlockWriter(document, root.addStyle);
  const close = guard((reason: EndReason): void => end(choices.ending(reason)));
  const choices = buildDismissOptions(document, labels, () => close("snoozed"));

  const seek = whileOpen((wait_ms: number): void => {
    stopSeeking();
    const onResult = guard((found: WaitResult): void => {
      if (found.element !== null) {
        root.mount(found.element);
        figure.appear(found.element);
        return;
      }
      if (!told_missing) on({ kind: "target_missing", step_id: body.panel.id, tried: found.tried });
      told_missing = true;
      seek(DAY_MS);
    });
    stopSeeking = waitForTarget(page, body.target, wait_ms, onResult, PATIENT_LOOK_GAP_MS);
  });
  const report = hintReports(options, () => body, close);
  const lost = whileOpen((): void => {
    figure.vanish();
    // Delay the search: a page that keeps removing the hint must not be slowed down.
    stopSeeking = page.clock.after(LOOK_GAP_MS, () => seek(body.wait_ms));
  });
  const build = (resumed: boolean): HintView =>
    (body.form === "tooltip" ? buildTooltip : buildPopover)(
      { page, root, guard, choices, labels, resumed, lost, leave: close, ...report },
      body,
    );

  let figure = build(Boolean(options.step_id));
  /** Renders this version once its dependencies are loaded. The target search starts afterward. */
  const write = (then: () => void): void => {
    const version = body;
    const written = (): void => {
      if (body !== version) return;
      choices.offer(version.suppression);
      figure.write(version, blocks);
      then();
    };
    void blocks.load([version.panel]).then(whileOpen(written));
  };
  const begin = (): void => write(() => seek(body.wait_ms));
  begin();

  return {
    ...{ next: () => close("completed"), back() {}, goTo() {}, close },
    update: whileOpen((edition: Edition) => {
      const before = body;
      body = editionBody(edition, "hint");
      if (hasSameTarget(before, body)) return write(() => {});
      stopSeeking();
      figure.remove();
      figure = build(true);
      begin();
    }),
  };
}

/** What the person does with a hint, as reported. */
function hintReports(
  { on, act }: PlayerOptions,
  current: () => HintBody,
  close: (reason: EndReason) => void,
): Pick<HintViewDeps, "seen" | "opened" | "pressed"> {
  let was_seen = false;
  return {
    seen(box) {
      if (!was_seen) on({ kind: "step_shown", step_id: current().panel.id, index: 0 }, box);
      was_seen = true;
    },
    opened: () => on({ kind: "opened", step_id: current().panel.id }),
    pressed() {
      const { id, button } = current().panel;
      if (button !== undefined) on({ kind: "acted", step_id: id });
      if (button?.action.kind !== "stay") close("completed");
      // Run the action last: it may navigate away.
      if (button !== undefined) act(button.action);
    },
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
