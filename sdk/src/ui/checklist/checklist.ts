import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import { CHECKLIST_POSITION, positionsOf } from "@fanfare/contract/content/positions";
import type { EndReason } from "@fanfare/contract/events/events";
import { createBlockWriter } from "../card/blocks.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { openPlayerLife } from "../dom/guard.ts";
import { openRoot } from "../overlay/root.ts";
import { CORNER, placeInStack } from "../overlay/stacking.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import { createChecklistEffects } from "./checklist-effects.ts";
import { type ChecklistInput, isSettled, moveChecklist, startChecklist } from "./checklist-state.ts";
import { buildChecklistView, CHECKLIST_STYLE } from "./checklist-view.ts";
import type { TaskExtras } from "./task-extras.ts";

/**
 * Opens a checklist in the corner, expanded or as a button with its progress. It blocks nothing and takes no focus; F6
 * moves there. The caller stores completed tasks, and reports tasks completed elsewhere with `completeTasks`.
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
  const life = openPlayerLife(options, () => {
    effects.cancel();
    release();
    root.remove();
  });
  const root = openRoot(life.page, CHECKLIST_STYLE);
  const blocks = createBlockWriter(document, root.addStyle);
  const choices = buildDismissOptions(document, labels, () => close("snoozed"));
  const send = life.whileOpen((input: ChecklistInput): void => {
    const move = moveChecklist(state, input);
    state = move.state;
    for (const effect of move.effects) effects.run(effect);
  });
  const finish = (step_id: string): void => send({ kind: "finish", step_id });
  const view = buildChecklistView({
    ...{ life, root, labels, blocks, choices, content_id, storage: options.storage, opens: body.opens },
    extras: () => extras,
    close: () => close("close_button"),
    act(task) {
      on({ kind: "acted", step_id: task.id });
      if (task.done_when.kind === "button") finish(task.id);
      // Run the action last: it may navigate away.
      if (task.button !== undefined) options.act(task.button.action);
    },
    tick: ({ id }) => finish(id),
  });
  const release = listenForF6(life.page, view.corner);
  const effects = createChecklistEffects({
    ...{ life, content_id, on, send },
    isSettled: () => isSettled(state),
    showChange(ids) {
      view.draw(state);
      const tasks = body.tasks.filter(({ id }) => ids.includes(id));
      if (tasks.length > 0) root.announce([...tasks.map(({ id }) => view.nameOf(id)), view.progressText()].join(". "));
    },
    complete: () => close("completed"),
  });
  const close = life.guard((reason: EndReason): void =>
    // Closing a finished checklist completes it.
    life.end(choices.ending(effects.completing() && reason === "close_button" ? "completed" : reason)),
  );

  /** Writes a version once what it needs is there. */
  const write = (version: ChecklistBody, then?: () => void): void => {
    const written = life.whileOpen((): void => {
      body = version;
      send({ kind: "version", tasks: taskIds(body) });
      view.write(body, state);
      then?.();
    });
    const loadExtras = async (): Promise<void> => {
      const { createTaskExtras } = await import("./task-extras.ts");
      extras ??= await createTaskExtras({ ...options, root, send, guard: life.guard });
    };
    // Without them, the tasks can still be done.
    const loading = version.skippable && !extras ? loadExtras().catch(() => {}) : undefined;
    void Promise.all([blocks.load([version, ...version.tasks]), loading]).then(written);
  };
  write(body, () => {
    root.mount(null);
    placeInStack(root.host, CORNER);
    view.draw(state);
    root.announce(`${body.title}. ${view.progressText()}`);
    on({ kind: "step_shown", ...shownPosition(body, options.step_id) }, view.corner);
  });
  return {
    next() {},
    back() {},
    goTo() {},
    completeTasks: life.guard((done, fresh, now) =>
      send({ kind: "learn", done, fresh, skipped: now && (now.run?.skipped ?? []) }),
    ),
    update: life.guard((edition) => write(editionBody(edition, "checklist"))),
    close,
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
