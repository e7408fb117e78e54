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
import { doneName } from "./checklist-rows.ts";
import { type ChecklistInput, moveChecklist, startChecklist } from "./checklist-state.ts";
import { buildChecklistView, CHECKLIST_STYLE } from "./checklist-view.ts";

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
  let state = startChecklist(taskIds(body), options.run?.done ?? []);
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
    showDone(ids) {
      view.draw(state.done);
      const tasks = body.tasks.filter(({ id }) => ids.includes(id));
      root.announce([...tasks.map(({ title }) => doneName(title, labels)), view.progressText()].join(". "));
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
      view.write(body, state.done);
      then?.();
    });
    void blocks.load([version, ...version.tasks]).then(written);
  };
  write(body, () => {
    root.mount(null);
    placeInStack(root.host, CORNER);
    view.draw(state.done);
    root.announce(`${body.title}. ${view.progressText()}`);
    on({ kind: "step_shown", ...shownPosition(body, options.step_id) }, view.corner);
  });
  return {
    next() {},
    back() {},
    goTo() {},
    completeTasks: life.guard((done, fresh) => send({ kind: "learn", done, fresh })),
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
