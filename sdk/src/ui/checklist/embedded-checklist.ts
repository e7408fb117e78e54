import type { ChecklistBody, Task } from "@fanfare/contract/content/checklist";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { createBlockWriter } from "../card/blocks.ts";
import { element } from "../dom/element.ts";
import type { PlayerLife } from "../dom/guard.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { ChecklistPlace, PlayerOptions } from "../types.ts";
import type { buildTaskRows } from "./checklist-rows.ts";
import type { ChecklistState, TaskStates } from "./checklist-state.ts";
import type { buildProgress } from "./checklist-view.ts";
import type { TaskExtras } from "./task-extras.ts";

/** A checklist's tasks and progress in one more place. */
export interface EmbeddedList {
  write(body: ChecklistBody, state: TaskStates): Promise<void>;
  /** `news`: what screen readers announce here. */
  draw(state: TaskStates, news?: string): void;
  /** The checklist is over, or set aside. */
  end(): void;
}

/** Undefined if the version needs none, or they can't be loaded. */
export type LoadExtras = (version: ChecklistBody, root: Pick<UiRoot, "addStyle">) => Promise<TaskExtras | undefined>;

/** What the lists of one checklist share. The builders are passed, so that they stay in the checklist's chunk. */
export interface EmbeddedListDeps extends Pick<PlayerOptions, "labels" | "locale"> {
  readonly life: PlayerLife;
  readonly lists: Set<EmbeddedList>;
  readonly style: string;
  readonly createBlockWriter: typeof createBlockWriter;
  readonly buildTaskRows: typeof buildTaskRows;
  readonly buildProgress: typeof buildProgress;
  readonly loadExtras: LoadExtras;
  current(): { readonly body: ChecklistBody; readonly state: ChecklistState };
  act(task: Task): void;
  tick(task: Task): void;
  /** It's written and on the page. */
  appear(box: Element): void;
}

/** Writes the list into a place. Returns what takes it out again, and leaves the checklist open. */
export async function embedChecklist(place: ChecklistPlace, deps: EmbeddedListDeps): Promise<Cancel> {
  const list = buildEmbeddedList(place, deps);
  deps.lists.add(list);
  const { body, state } = deps.current();
  await list.write(body, state);
  deps.appear(place.box);
  return () => {
    deps.lists.delete(list);
    place.box.replaceChildren();
  };
}

function buildEmbeddedList({ box, title_id, addStyle, removed }: ChecklistPlace, deps: EmbeddedListDeps): EmbeddedList {
  const { life, labels, locale } = deps;
  const { document } = life.page;
  addStyle(deps.style + EMBEDDED_STYLE);
  const blocks = deps.createBlockWriter(document, addStyle);
  let extras: TaskExtras | undefined;
  const intro = element(document, "div", "body");
  const status = element(document, "p", "hush");
  status.role = "status";
  const progress = deps.buildProgress({ life, labels, extras: () => extras });
  progress.box.lastElementChild?.setAttribute("aria-labelledby", title_id);
  const rows = deps.buildTaskRows({
    ...{ document, labels, blocks, prefix: title_id, extras: () => extras },
    act: life.guard(deps.act),
    tick: life.guard(deps.tick),
  });
  if (locale) {
    box.lang = locale;
    // Other content may be in a language of another direction.
    box.dir = textDirection(locale);
  }
  box.replaceChildren(status, progress.box, intro, rows.list);
  const draw = (state: TaskStates, news?: string): void => {
    rows.mark(state);
    progress.draw(state);
    if (news) status.textContent = news;
  };
  return {
    draw,
    async write(body, state) {
      const needs = [extras ?? deps.loadExtras(body, { addStyle }), blocks.load([body, ...body.tasks])] as const;
      extras = (await Promise.all(needs))[0];
      intro.replaceChildren(...blocks.write(body.blocks));
      intro.hidden = body.blocks.length === 0;
      rows.write(body, state);
      draw(state);
    },
    end() {
      box.replaceChildren();
      removed();
    },
  };
}

const EMBEDDED_STYLE = `
.listed{padding:.3em 1.25rem .6em}
.listed h4{font-size:1em;font-weight:650;line-height:1.4}
.listed>.text{margin:0}
.listed .progress{margin-top:.35em}
.listed .tasks{margin-top:.35em}
.listed .name{overflow:visible;white-space:normal}
@media (prefers-reduced-motion:no-preference){.bar::before{transition:width .3s}}
@media (forced-colors:active){.bar{background:Canvas;border:1px solid CanvasText}.bar::before,.done .sign{background:Highlight;border-color:Highlight}.done .sign::after{border-color:HighlightText}.sign{forced-color-adjust:none;border-color:CanvasText}}
`;
