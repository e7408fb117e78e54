import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { BlockWriter } from "../card/blocks.ts";
import { CARD_STYLE } from "../card/card-style.ts";
import { closeButton, type DismissOptions } from "../card/dismiss-options.ts";
import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import type { PlayerLife } from "../dom/guard.ts";
import { updateScrollStop } from "../dom/tab-stops.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Labels, PlayerOptions } from "../types.ts";
import { buildTaskRows, type TaskRowDeps } from "./checklist-rows.ts";
import type { TaskStates } from "./checklist-state.ts";

export interface ChecklistView {
  readonly corner: HTMLElement;
  write(body: ChecklistBody, state: TaskStates): void;
  draw(state: TaskStates): void;
  /** "Invite your team, done" */
  nameOf(task_id: string): string;
  /** "2 of 5 done" */
  progressText(): string;
}

export interface ChecklistViewDeps
  extends Pick<TaskRowDeps, "act" | "tick" | "extras">,
    Pick<PlayerOptions, "storage" | "content_id"> {
  readonly life: PlayerLife;
  readonly root: UiRoot;
  readonly labels: Labels;
  readonly blocks: BlockWriter;
  readonly choices: DismissOptions;
  /** Unless the person has folded or unfolded it before. */
  readonly opens: ChecklistBody["opens"];
  close(): void;
}

/** The panel with its tasks, and the button that it folds into. */
export function buildChecklistView(deps: ChecklistViewDeps): ChecklistView {
  const { life, root, labels, choices, blocks, extras } = deps;
  const { guard } = life;
  const { document } = life.page;
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const intro = element(document, "div", "body");
  const progress = buildProgress(deps);
  const rows = buildTaskRows({ document, labels, blocks, extras, act: guard(deps.act), tick: guard(deps.tick) });
  const flow = element(document, "div", "flow", heading, progress.box, intro, rows.list, choices.box);
  const title = element(document, "span", "");
  const panel = buildFoldingPanel(deps, flow, [title, progress.badge], heading);
  const corner = element(document, "div", "corner", panel.launcher, panel.card);
  corner.role = "region";
  root.view.append(corner);

  const draw = (state: TaskStates): void => {
    rows.mark(state);
    progress.draw(state);
    panel.draw();
  };
  return {
    corner,
    draw,
    progressText: progress.text,
    nameOf: rows.nameOf,
    write(body, state) {
      const held = rows.list.matches(":focus-within");
      heading.textContent = title.textContent = corner.ariaLabel = body.title;
      intro.replaceChildren(...blocks.write(body.blocks));
      intro.hidden = body.blocks.length === 0;
      rows.write(body, state);
      choices.offer(body.suppression);
      draw(state);
      if (held) moveFocus(heading);
    },
  };
}

/** How much is done: as a bar with words, and in the button that the panel folds into. */
export function buildProgress({ life, labels, extras }: Pick<ChecklistViewDeps, "life" | "labels" | "extras">) {
  const { document } = life.page;
  const count = element(document, "span", "");
  const badge = element(document, "span", "count");
  const bar = element(document, "div", "bar");
  bar.role = "progressbar";
  bar.setAttribute("aria-labelledby", "title");
  bar.ariaValueMin = "0";
  return {
    badge,
    box: element(document, "div", "progress", count, bar),
    text: () => count.textContent,
    draw({ tasks, done, skipped }: TaskStates) {
      const step = done.size;
      const steps = tasks.filter((id) => done.has(id) || !skipped.has(id)).length;
      const text = fillPlaceholders(labels.tasks_done ?? "{step} of {steps} done", { step, steps });
      count.textContent = badge.textContent = bar.ariaValueText = (steps === 0 && extras()?.nothing_left) || text;
      bar.ariaValueNow = String(step);
      bar.ariaValueMax = String(steps || 1);
      bar.style.setProperty("--done", `${(100 * step) / (steps || 1)}%`);
    },
  };
}

/** The panel, which folds into a button. Whether it is folded is kept over pages. */
function buildFoldingPanel(
  { life, root, labels, choices, opens, storage, content_id, close }: ChecklistViewDeps,
  flow: HTMLElement,
  launcher_parts: readonly HTMLElement[],
  heading: HTMLElement,
) {
  const { guard } = life;
  const { document } = life.page;
  const folded = `fanfare:folded:${content_id}`;
  let open = (storage?.get(folded) ?? opens) === "open";
  const draw = (): void => {
    card.hidden = !open;
    launcher.hidden = open;
    updateScrollStop(flow);
  };
  const unfold = guard((to: boolean): void => {
    open = to;
    storage?.set(folded, open ? "open" : "closed");
    draw();
    moveFocus(open ? heading : launcher);
  });
  const fold = button(
    document,
    "fold",
    "",
    guard(() => (choices.suppressed() ? close() : unfold(false))),
  );
  fold.ariaLabel = labels.minimise ?? "Minimize";
  const card = element(document, "div", "card", flow, fold, closeButton(document, labels, guard(close)));
  card.id = "card";
  const launcher = button(document, "launcher", "", () => unfold(true));
  launcher.ariaExpanded = "false";
  launcher.append(...launcher_parts);
  root.view.addEventListener(
    "keydown",
    guard((event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || !open) return;
      // Otherwise, a surrounding dialog would close, too.
      event.preventDefault();
      fold.click();
    }),
  );
  return { card, launcher, draw };
}

/** Tasks and progress, wherever they are shown. Preferences of the person follow in each place. */
export const TASKS_STYLE = `
.progress{display:flex;align-items:center;gap:.8em;margin-top:.8em;font-size:.867em;color:var(--mute);font-variant-numeric:tabular-nums}
.bar{flex:1;height:6px;border-radius:3px;background:var(--line);overflow:hidden;forced-color-adjust:none}
.bar::before{content:"";display:block;height:100%;width:var(--done);border-radius:inherit;background:var(--accent)}
.tasks{list-style:none;padding:0;margin-top:.7em}
.tasks>li{border-top:1px solid var(--line)}.tasks>li:first-child{border-top:0}
.row{display:flex;align-items:flex-start;gap:.7em}
.sign{position:relative;flex:none;font:inherit;width:1.35em;height:1.35em;margin:.78em 0 0;border:2px solid var(--mute);border-radius:50%;appearance:none;background:none}
input.sign{border-radius:5px;cursor:pointer}
.done .sign{border-color:var(--accent);background:var(--accent)}
.done .sign::after{content:"";position:absolute;inset:14% 32% 26%;border:solid var(--on-accent);border-width:0 2px 2px 0;rotate:45deg}
.task{flex:1;min-width:0;display:block;min-height:2.9em;padding:.68em 0;text-align:start;font-weight:550;line-height:1.5;color:var(--ink);border:0;border-radius:6px}
button.task:hover .name{text-decoration:underline;text-underline-offset:.2em}
.done .name,[disabled]{color:var(--mute)}.done .name{text-decoration:line-through}
.more{margin:0;padding:0 0 1em 2.05em}
.more .primary{margin-top:.7em}.done .primary{background:none;border-color:var(--line);color:var(--ink)}
.hush{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

export const CHECKLIST_STYLE = `${CARD_STYLE}${TASKS_STYLE}
.corner{position:absolute;inset-block-end:1em;inset-inline-end:1em;display:flex;flex-direction:column;align-items:end;max-width:calc(100% - 2em);max-height:calc(100% - 2em);pointer-events:none}
.corner:focus{outline:0}
.corner:focus-visible>*,.launcher:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--bg),var(--shadow)}
.card{position:relative;display:flex;flex-direction:column;min-height:0;width:23em;max-width:100%;overflow:hidden}
.flow{padding:1.3em 1.4em 1em}
h2{padding-inline-end:4.2em;font-size:1.13em}
.fold{position:absolute;inset-block-start:.85em;inset-inline-end:3.2em;width:2.2em;min-height:2.2em;padding:0;color:var(--mute)}
.fold::before{content:"";position:absolute;inset:auto 28% 50%;border-top:2px solid;border-radius:1px}
.fold:hover{background:var(--hover);color:var(--ink)}
.launcher{display:flex;flex-wrap:wrap;align-items:center;gap:.7em;max-width:100%;min-height:3em;padding:.5em 1.2em;border-radius:1.6em;font-size:.9375em;background:var(--bg);box-shadow:var(--shadow);pointer-events:auto;text-align:start;overflow-wrap:anywhere}
@media (max-width:15em){h2{padding:2.4em 0 0}}
.launcher:hover{background:var(--hover)}
.launcher .count{flex:none;padding:.1em .7em;border-radius:1em;background:var(--accent);color:var(--on-accent);font-size:.867em;font-variant-numeric:tabular-nums}
@media (prefers-reduced-motion:no-preference){.bar::before{transition:width .3s}.card,.launcher{animation:in .18s ease-out}@keyframes in{from{opacity:0;translate:0 8px}}}
@media (forced-colors:active){.bar{background:Canvas;border:1px solid CanvasText}.bar::before,.done .sign{background:Highlight;border-color:Highlight}.done .sign::after{border-color:HighlightText}.sign{forced-color-adjust:none;border-color:CanvasText}.launcher .count{border:1px solid}}
`;
