import type { ChecklistBody, Task } from "@fanfare/contract/content/checklist";
import { CHECKLIST_POSITION, positionsOf } from "@fanfare/contract/content/positions";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { createBlockWriter } from "../card/blocks.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { openPlayerLife, type PlayerLife } from "../dom/guard.ts";
import { openRoot } from "../overlay/root.ts";
import { CORNER, placeInStack } from "../overlay/stacking.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import { createChecklistEffects } from "./checklist-effects.ts";
import { buildTaskRows } from "./checklist-rows.ts";
import { type ChecklistInput, isSettled, moveChecklist, startChecklist } from "./checklist-state.ts";
import {
  buildChecklistView,
  buildProgress,
  CHECKLIST_STYLE,
  type ChecklistView,
  TASKS_STYLE,
} from "./checklist-view.ts";
import type { EmbeddedList, embedChecklist, LoadExtras } from "./embedded-checklist.ts";
import type { TaskExtras, TaskExtrasDeps } from "./task-extras.ts";

/**
 * Opens a checklist in the corner, expanded or as a button with its progress. It blocks nothing and takes no focus; F6
 * moves there. The caller stores completed tasks, and reports tasks completed elsewhere with `completeTasks`. In the lane
 * `embedded`, it's only shown where other content embeds it.
 *
 * @example
 * const checklist = openChecklist({ document, window, clock: systemClock, edition, name: "First steps", step_id: null,
 *   labels: {}, act: (action) => act(action), on: (event) => report(event) });
 * checklist.completeTasks?.(["invite", "profile"], ["profile"]);
 */
export function openChecklist(options: PlayerOptions): PlayerHandle {
  const { document, labels, on, content_id } = options;
  let body = editionBody(options.edition, "checklist");
  let state = startChecklist(taskIds(body), options.run?.done ?? [], options.run?.skipped);
  let extras: TaskExtras | undefined;
  let has_appeared = false;
  /** The same tasks in other places. */
  const lists = new Set<EmbeddedList>();
  const life = openPlayerLife(options, () => {
    effects.cancel();
    corner.remove();
    for (const list of lists) list.end();
  });
  const root = openRoot(life.page, CHECKLIST_STYLE);
  const blocks = createBlockWriter(document, root.addStyle);
  const choices = buildDismissOptions(document, labels, () => close("snoozed"));
  const send = life.whileOpen((input: ChecklistInput): void => {
    const move = moveChecklist(state, input);
    state = move.state;
    for (const effect of move.effects) effects.run(effect);
  });
  const presses = taskPresses(options, (step_id) => send({ kind: "finish", step_id }));
  const view = buildChecklistView({
    ...{ life, root, labels, blocks, choices, content_id, storage: options.storage, opens: body.opens },
    ...presses,
    extras: () => extras,
    close: () => close("close_button"),
  });
  const corner = createCorner(life, root, view.corner);
  const effects = createChecklistEffects({
    ...{ life, content_id, on, send },
    isSettled: () => isSettled(state),
    showChange(ids) {
      view.draw(state);
      const news = corner.announce(ids.length === 0 ? "" : changeText(ids, body, view));
      for (const list of lists) list.draw(state, news);
    },
    complete: () => close("completed"),
  });
  const close = life.guard((reason: EndReason): void =>
    // Closing a finished checklist completes it.
    life.end(choices.ending(effects.completing() && reason === "close_button" ? "completed" : reason)),
  );
  const loadExtras: LoadExtras = (of, place) =>
    loadTaskExtras(of, { ...options, root: place, send, guard: life.guard });
  let newest: ChecklistBody;
  /** Writes the newest version once what this one needs is there. Loads can end in any order. */
  const write = async (version: ChecklistBody, then?: () => void): Promise<void> => {
    newest = version;
    const written = life.whileOpen((loaded?: TaskExtras): void => {
      extras = loaded;
      body = newest;
      send({ kind: "version", tasks: taskIds(body) });
      view.write(body, state);
      for (const list of lists) void list.write(body, state);
      then?.();
    });
    written((await Promise.all([extras ?? loadExtras(version, root), blocks.load([version, ...version.tasks])]))[0]);
  };
  const appear = life.whileOpen((box: Element): void => {
    if (!has_appeared) on({ kind: "step_shown", ...shownPosition(body, options.step_id) }, box);
    has_appeared = true;
  });
  const mount = life.whileOpen((): void => {
    if (corner.isMounted()) return;
    corner.mount();
    view.draw(state);
    root.announce(`${body.title}. ${view.progressText()}`);
    appear(view.corner);
  });
  const ready = write(body, () => options.lane === "embedded" || mount());
  const embedding = { life, lists, labels, locale: options.locale, loadExtras, appear, ...presses };
  return {
    ...{ next() {}, back() {}, goTo() {}, reveal: mount, close },
    completeTasks: life.guard((done, fresh, now) =>
      send({ kind: "learn", done, fresh, skipped: now && (now.run?.skipped ?? []), group: now?.group_done }),
    ),
    update: life.guard((edition) => void write(editionBody(edition, "checklist"))),
    embed: (place) => embedOnce(ready, place, { ...embedding, ...BUILDERS, current: () => ({ body, state }) }),
    isUnplaced: () => !corner.isMounted() && has_appeared && lists.size === 0,
  };
}

/** What embedded lists are built with: passed to their chunk. */
const BUILDERS = { createBlockWriter, buildTaskRows, buildProgress, style: TASKS_STYLE };

async function embedOnce(ready: Promise<void>, ...list: Parameters<typeof embedChecklist>): Promise<Cancel> {
  const [embedded] = await Promise.all([import("./embedded-checklist.ts"), ready]);
  return embedded.embedChecklist(...list);
}

/** Parts that only checklists with tasks to skip have. Without them, the tasks can still be done. */
async function loadTaskExtras({ skippable }: ChecklistBody, deps: TaskExtrasDeps): Promise<TaskExtras | undefined> {
  if (!skippable) return undefined;
  return import("./task-extras.ts").then(({ createTaskExtras }) => createTaskExtras(deps)).catch(() => undefined);
}

/** The checklist's own place on the page, once it's mounted. */
function createCorner({ page }: PlayerLife, root: UiRoot, box: HTMLElement) {
  let release: Cancel | undefined;
  return {
    isMounted: () => release !== undefined,
    mount() {
      root.mount(null);
      placeInStack(root.host, CORNER);
      release = listenForF6(page, box);
    },
    /** Returns what must be announced elsewhere, because this isn't on the page. */
    announce(text: string): string {
      if (text === "" || release === undefined) return text;
      root.announce(text);
      return "";
    },
    remove() {
      release?.();
      root.remove();
    },
  };
}

/** "Invite your team, done. 2 of 5 done" */
function changeText(ids: readonly string[], { tasks }: ChecklistBody, view: ChecklistView): string {
  const changed = tasks.filter(({ id }) => ids.includes(id));
  return [...changed.map(({ id }) => view.nameOf(id)), view.progressText()].join(". ");
}

/** What pressing a task's button or its checkbox does. */
function taskPresses({ on, act }: PlayerOptions, finish: (step_id: string) => void) {
  return {
    act({ id, done_when, button }: Task) {
      on({ kind: "acted", step_id: id });
      if (done_when.kind === "button") finish(id);
      // Run the action last: it may navigate away.
      if (button !== undefined) act(button.action);
    },
    tick: ({ id }: Task) => finish(id),
  };
}

function taskIds({ tasks }: ChecklistBody): readonly string[] {
  return tasks.map(({ id }) => id);
}

/** Progress of the run, as tracked. */
function shownPosition(body: ChecklistBody, resumed_id: string | null) {
  const index = positionsOf(body).indexOf(resumed_id ?? "");
  return resumed_id === null || index < 0 ? { step_id: CHECKLIST_POSITION, index: 0 } : { step_id: resumed_id, index };
}
