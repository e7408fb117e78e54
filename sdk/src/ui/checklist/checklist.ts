import type { Task } from "@fanfare/contract/content/checklist";
import { CHECKLIST_POSITION, positionsOf } from "@fanfare/contract/content/positions";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { loadRichBlocks, type RichBlocks, renderBlocks } from "../card/blocks.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { createGuard, guardedPage } from "../dom/guard.ts";
import { CHECKLIST_DONE_MS } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import { CORNER, placeInStack } from "../overlay/stacking.ts";
import { fillPlaceholders, label } from "../text/labels.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { PlayerEvent, PlayerHandle, PlayerOptions } from "../types.ts";
import { buildTaskRows } from "./checklist-rows.ts";
import { CHECKLIST_STYLE } from "./checklist-style.ts";
import { oncePerBrowser } from "./once-per-browser.ts";

/**
 * Shows a checklist in the corner, open or as a button that says how far it is. It blocks nothing and takes no focus; F6
 * reaches it. What is done stays done: the caller keeps it, and says with `tick` what was done elsewhere.
 *
 * @example
 * const checklist = openChecklist({ document, window, clock: systemClock, edition, name: "First steps", step_id: null,
 *   done: ["invite"], labels: {}, act: (action) => act(action), on: (event) => report(event) });
 * checklist.tick?.(["invite", "profile"], ["profile"]);
 */
export function openChecklist(options: PlayerOptions): PlayerHandle {
  const { document, labels, on, storage } = options;
  let body = editionBody(options.edition, "checklist");
  const done = new Set(options.done);
  /** What this window has said of, or left to another to say. */
  const kept = new Set<string>();
  const folded = `fanfare:folded:${options.content_id}`;
  let open = (storage?.get(folded) ?? body.opens) === "open";
  let over = false;
  let rich: RichBlocks | undefined;
  let finishing: Cancel | undefined;

  const fail = (error: unknown): void => {
    try {
      end({ kind: "ended", reason: "error", suppress: false, error: String(error) });
    } catch {
      // Failing to tell of a failure: there is nobody left to tell.
    }
  };
  const guard = createGuard(fail);
  const page = guardedPage(options, guard);
  const root = openRoot(page, CHECKLIST_STYLE);
  const choices = buildDismissOptions(document, labels, () => close("snoozed"));

  const button = (class_name: string, press: () => void): HTMLButtonElement => {
    const made = element(document, "button", class_name);
    made.type = "button";
    made.addEventListener("click", guard(press));
    return made;
  };
  const heading = element(document, "h2", "");
  heading.id = "title";
  heading.tabIndex = -1;
  const intro = element(document, "div", "body");
  const count = element(document, "span", "");
  const bar = element(document, "div", "bar");
  bar.role = "progressbar";
  bar.setAttribute("aria-labelledby", "title");
  bar.ariaValueMin = "0";
  const rows = buildTaskRows(document, labels, {
    act: guard((task: Task) => {
      on({ kind: "acted", step_id: task.id });
      if (task.done_when.kind === "button") finish(task);
      // Last: it may lead away from this page.
      if (task.button !== undefined) options.act(task.button.action);
    }),
    tick: guard((task: Task) => finish(task)),
  });
  const flow = element(
    document,
    "div",
    "flow",
    heading,
    element(document, "div", "progress", count, bar),
    intro,
    rows.list,
    choices.box,
  );
  const fold = button("fold", () => (choices.suppressed() ? close("close_button") : unfold(false)));
  fold.ariaLabel = labels.minimise ?? "Minimize";
  const cross = button("close", () => close("close_button"));
  cross.ariaLabel = label(labels, "close");
  const card = element(document, "div", "card", flow, fold, cross);
  card.id = "card";
  const title = element(document, "span", "");
  const badge = element(document, "span", "count");
  const launcher = button("launcher", () => unfold(true));
  launcher.ariaExpanded = "false";
  launcher.append(title, badge);
  const corner = element(document, "div", "corner", launcher, card);
  corner.role = "region";
  root.view.append(corner);
  const release = listenForF6(page, corner);

  const progressText = (): string =>
    fillPlaceholders(labels.tasks_done ?? "{step} of {steps} done", { step: done.size, steps: body.tasks.length });

  const draw = (): void => {
    card.hidden = !open;
    launcher.hidden = open;
    rows.mark(done);
    count.textContent = progressText();
    badge.textContent = progressText();
    bar.ariaValueMax = String(body.tasks.length);
    bar.ariaValueNow = String(done.size);
    bar.ariaValueText = progressText();
    bar.style.setProperty("--done", `${(100 * done.size) / body.tasks.length}%`);
    // What scrolls must be reachable by keyboard, and what does not must not be a stop.
    if (flow.scrollHeight > flow.clientHeight) flow.tabIndex = 0;
    else flow.removeAttribute("tabindex");
  };
  const write = (): void => {
    const held = rows.list.matches(":focus-within");
    heading.textContent = body.title;
    title.textContent = body.title;
    corner.ariaLabel = body.title;
    intro.replaceChildren(...renderBlocks(document, body.blocks, rich));
    intro.hidden = body.blocks.length === 0;
    for (const id of done) if (!body.tasks.some((task) => task.id === id)) done.delete(id);
    rows.write(body.tasks, done, rich);
    choices.offer(body.suppression);
    draw();
    if (held) moveFocus(heading);
  };

  const unfold = (to: boolean): void => {
    open = to;
    storage?.set(folded, open ? "open" : "closed");
    draw();
    moveFocus(open ? heading : launcher);
  };

  /** Of several windows that show it, whether this one is to say so. Each is asked once. */
  const isOurs = (station: string): Promise<boolean> =>
    options.content_id === undefined
      ? Promise.resolve(true)
      : oncePerBrowser(page, `fanfare:${options.content_id}:${station}`);
  /** The last one completes it, once the person has seen that it was the last one. */
  const completeSoon = (): void => {
    if (done.size < body.tasks.length) return;
    finishing ??= page.clock.after(CHECKLIST_DONE_MS, async () => {
      // Where another window completes it, the server takes it away here.
      if (await isOurs(CHECKLIST_POSITION)) close("completed");
    });
  };
  const storeAnonymous = async (step_id: string): Promise<void> => {
    if (kept.has(step_id)) return;
    kept.add(step_id);
    if (!(await isOurs(step_id)) || over) return;
    on({ kind: "step_completed", step_id });
    completeSoon();
  };
  const see = (ids: readonly string[]): void => {
    const fresh = body.tasks.filter(({ id }) => ids.includes(id) && !done.has(id));
    if (fresh.length === 0) return;
    for (const { id } of fresh) done.add(id);
    draw();
    const named = fresh.map((task) => `${task.title}${labels.task_done ?? ", done"}`);
    root.announce([...named, progressText()].join(". "));
  };
  const finish = ({ id }: Task): void => {
    if (done.has(id)) return;
    kept.add(id);
    see([id]);
    completeSoon();
    on({ kind: "step_completed", step_id: id });
  };

  const end = (event: Extract<PlayerEvent, { kind: "ended" }>): void => {
    if (over) return;
    over = true;
    finishing?.();
    release();
    root.remove();
    on(event);
  };
  const close = guard((reason: EndReason): void =>
    // Whoever leaves what is done to the end has completed it.
    end(choices.ending(finishing !== undefined && reason === "close_button" ? "completed" : reason)),
  );

  root.view.addEventListener(
    "keydown",
    guard((event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || !open) return;
      // Else the dialog around it would close too.
      event.preventDefault();
      fold.click();
    }),
  );

  const dress = (loaded: RichBlocks | undefined): void => {
    if (loaded !== undefined && rich === undefined) root.addStyle(loaded.RICH_STYLE);
    rich ??= loaded;
  };
  void loadRichBlocks([body, ...body.tasks]).then(
    guard((loaded) => {
      if (over) return;
      dress(loaded);
      write();
      root.mount(null);
      placeInStack(root.host, CORNER);
      draw();
      root.announce(`${body.title}. ${progressText()}`);
      const at = positionsOf(body).indexOf(options.step_id ?? "");
      const step_id = at < 0 ? CHECKLIST_POSITION : (options.step_id ?? "");
      on({ kind: "step_shown", step_id, index: Math.max(at, 0) }, corner);
      completeSoon();
    }),
  );

  return {
    next() {},
    back() {},
    goTo() {},
    completeTasks: guard((ids, fresh) => {
      if (over) return;
      see(ids);
      for (const id of fresh) void storeAnonymous(id).catch(fail);
    }),
    update: guard((edition) => {
      const after = editionBody(edition, "checklist");
      void loadRichBlocks([after, ...after.tasks]).then(
        guard((loaded) => {
          if (over) return;
          dress(loaded);
          body = after;
          write();
          completeSoon();
        }),
      );
    }),
    close,
  };
}
