import type { ChecklistBody, Task } from "@fanfare/contract/content/checklist";
import type { BlockWriter } from "../card/blocks.ts";
import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import type { Labels } from "../types.ts";
import type { TaskRowState, TaskStates } from "./checklist-state.ts";
import type { TaskExtras } from "./task-extras.ts";

export interface TaskRows {
  readonly list: HTMLElement;
  /** Renders a version's tasks and expands the first open one that has details. */
  write(body: ChecklistBody, state: TaskStates): void;
  /** Updates completion in place, so that focus stays where it is. After an expanded task, expands the next open one. */
  mark(state: TaskStates): void;
  /** "Invite your team, done" */
  nameOf(task_id: string): string;
}

export interface TaskRowDeps {
  readonly document: Document;
  readonly labels: Labels;
  readonly blocks: BlockWriter;
  /** Prefix of IDs, where several lists share a shadow root. */
  readonly prefix?: string;
  /** What only some checklists have. */
  extras(): TaskExtras | undefined;
  /** The button of a task was pressed. */
  act(task: Task): void;
  /** The person checked off the task. */
  tick(task: Task): void;
}

interface TaskRow {
  readonly task: Task;
  readonly item: HTMLElement;
  readonly has_more: boolean;
  /** Returns whether it was just finished while it was expanded. */
  mark(state: TaskRowState): boolean;
  name(): string;
  fold(to: boolean): void;
}

/** The tasks of a checklist. The accessible name contains the state; the text and button expand below. */
export function buildTaskRows(deps: TaskRowDeps): TaskRows {
  const list = element(deps.document, "ul", "tasks");
  // Safari drops list semantics without bullets.
  list.role = "list";
  let rows: readonly TaskRow[] = [];
  let sequential: true | undefined;

  const unfoldOnly = (id: string | undefined): void => {
    for (const { task, fold } of rows) fold(task.id !== id);
  };
  const unfoldNext = ({ done, skipped }: TaskStates): void =>
    unfoldOnly(rows.find(({ task: { id }, has_more }) => has_more && !done.has(id) && !skipped.has(id))?.task.id);
  const mark = (state: TaskStates): void => {
    const { done, skipped } = state;
    let is_blocked = false;
    let is_over = false;
    for (const row of rows) {
      const { id } = row.task;
      const is_done = done.has(id);
      const is_skipped = !is_done && skipped.has(id);
      if (row.mark({ is_done, is_skipped, is_locked: is_blocked && !is_done })) is_over = true;
      is_blocked ||= sequential === true && !is_done && !is_skipped;
    }
    if (is_over) unfoldNext(state);
  };
  return {
    list,
    mark,
    nameOf: (task_id) => rows.find(({ task }) => task.id === task_id)?.name() ?? "",
    write(body, state) {
      ({ sequential } = body);
      rows = body.tasks.map((task) => buildTaskRow(deps, task, unfoldOnly));
      list.replaceChildren(...rows.map(({ item }) => item));
      unfoldNext(state);
      mark(state);
    },
  };
}

function buildTaskRow(deps: TaskRowDeps, task: Task, unfoldOnly: (id: string | undefined) => void): TaskRow {
  const { document, labels } = deps;
  const { id, title, done_when } = task;
  const name = element(document, "span", "name", title);
  const state = element(document, "span", "hush");
  const more = element(document, "div", "more body", ...deps.blocks.write(task.blocks));
  more.id = `${deps.prefix ?? "more"}-${id}`;
  if (task.button !== undefined) more.append(button(document, "primary", task.button.label, () => deps.act(task)));
  const has_more = more.childElementCount > 0;
  const head = element(document, has_more ? "button" : "span", "task", name, state);
  if (has_more) {
    head.setAttribute("type", "button");
    head.setAttribute("aria-controls", more.id);
    head.addEventListener("click", () => unfoldOnly(head.ariaExpanded === "true" ? undefined : id));
  }
  const box = done_when.kind === "person" ? buildTick(document, title, () => deps.tick(task)) : undefined;
  const sign = box ?? element(document, "span", "sign");
  if (box === undefined) sign.ariaHidden = "true";
  const extra = deps.extras()?.forTask(task);
  let locked = false;
  let was_done = false;
  let full_name = title;
  const fold = (to: boolean): void => {
    if (to && more.matches(":focus-within")) moveFocus(head);
    more.hidden = to || !has_more;
    if (has_more) head.ariaExpanded = String(!to);
  };
  return {
    task,
    item: element(document, "li", "", element(document, "div", "row", sign, head, ...(extra?.parts ?? [])), more),
    has_more,
    fold,
    name: () => full_name,
    mark(state_now) {
      const { is_done, is_locked } = state_now;
      const is_over = is_done && !was_done && !more.hidden;
      was_done = is_done;
      // The next task opens when it's its turn.
      if (is_locked !== locked) fold(is_locked);
      locked = is_locked;
      for (const each of [head, box]) each?.toggleAttribute("disabled", locked);
      more.parentElement?.classList.toggle("done", is_done);
      // "Invite your team, done"
      full_name = title + ((extra?.mark(state_now) ?? "") || (is_done ? (labels.task_done ?? ", done") : ""));
      if (has_more) head.ariaLabel = full_name;
      else state.textContent = full_name.slice(title.length);
      if (box !== undefined) box.checked = is_done;
      return is_over;
    },
  };
}

function buildTick(document: Document, title: string, ticked: () => void): HTMLInputElement {
  const box = element(document, "input", "sign");
  box.type = "checkbox";
  box.ariaLabel = title;
  box.addEventListener("change", () => {
    // Completed tasks can't be unchecked.
    if (box.checked) ticked();
    box.checked = true;
  });
  return box;
}
