import type { Task } from "@fanfare/contract/content/checklist";
import { type RichBlocks, renderBlocks } from "../card/blocks.ts";
import { element } from "../dom/element.ts";
import type { Labels } from "../types.ts";

export interface TaskRows {
  readonly list: HTMLElement;
  /** Says which tasks a version has; the first that is left and has more to say is unfolded. */
  write(tasks: readonly Task[], done: ReadonlySet<string>, rich: RichBlocks | undefined): void;
  /** Says what is done now. Every element stays the same, so that focus stays where it is. */
  mark(done: ReadonlySet<string>): void;
}

/**
 * The tasks of a checklist: what is done is in the name of each, and its text and button unfold under it. `act`: its button
 * was pressed; `tick`: the person says that they have done it.
 */
export function buildTaskRows(
  document: Document,
  labels: Labels,
  on: { readonly act: (task: Task) => void; readonly tick: (task: Task) => void },
): TaskRows {
  const list = element(document, "ul", "tasks");
  // Safari forgets that a list without bullets is one.
  list.role = "list";
  let rows: readonly ReturnType<typeof buildRow>[] = [];

  const unfoldOnly = (id: string | undefined): void => {
    for (const { task, fold } of rows) fold(task.id !== id);
  };

  const buildRow = (task: Task, rich: RichBlocks | undefined) => {
    const { id, title, blocks, button, done_when } = task;
    const item = element(document, "li", "");
    const name = element(document, "span", "name", title);
    const state = element(document, "span", "hush");
    const box = done_when.kind === "person" ? element(document, "input", "sign") : undefined;
    const sign = box ?? element(document, "span", "sign");
    const more = element(document, "div", "more body", ...renderBlocks(document, blocks, rich));
    more.id = `more-${id}`;
    if (button !== undefined) {
      const act = element(document, "button", "primary", button.label);
      act.type = "button";
      act.addEventListener("click", () => on.act(task));
      more.append(act);
    }
    const has_more = more.childElementCount > 0;
    const head = element(document, has_more ? "button" : "span", "task", name, state);
    if (has_more) {
      head.setAttribute("type", "button");
      head.setAttribute("aria-controls", more.id);
      head.addEventListener("click", () => unfoldOnly(head.ariaExpanded === "true" ? undefined : id));
    }
    if (box === undefined) {
      sign.ariaHidden = "true";
    } else {
      box.type = "checkbox";
      box.ariaLabel = title;
      box.addEventListener("change", () => {
        // What was done stays done.
        if (box.checked) on.tick(task);
        box.checked = true;
      });
    }
    item.append(element(document, "div", "row", sign, head), more);
    list.append(item);
    return {
      task,
      has_more,
      mark(is_done: boolean) {
        item.classList.toggle("done", is_done);
        const said = is_done ? (labels.task_done ?? ", done") : "";
        if (has_more) head.ariaLabel = title + said;
        else state.textContent = said;
        if (box !== undefined) box.checked = is_done;
      },
      fold(to: boolean) {
        more.hidden = to || !has_more;
        if (has_more) head.ariaExpanded = String(!to);
      },
    };
  };

  const mark = (done: ReadonlySet<string>): void => {
    for (const row of rows) row.mark(done.has(row.task.id));
  };
  return {
    list,
    mark,
    write(tasks, done, rich) {
      list.replaceChildren();
      rows = tasks.map((task) => buildRow(task, rich));
      mark(done);
      unfoldOnly(rows.find(({ task, has_more }) => has_more && !done.has(task.id))?.task.id);
    },
  };
}
