import type { ActionButton } from "@fanfare/contract/content/panel";
import type { EndReason } from "@fanfare/contract/events/events";
import { loadRichBlocks, type RichBlocks } from "../card/blocks.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { buildModalDialog, MODAL_STYLE } from "../dialog/modal-dialog.ts";
import { element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { createGuard, guardedPage } from "../dom/guard.ts";
import { openRoot } from "../overlay/root.ts";
import { fillPlaceholders, label } from "../text/labels.ts";
import type { PlayerEvent, PlayerHandle, PlayerOptions } from "../types.ts";
import { type BuildPages, PAGES_STYLE } from "./pages.ts";
import { PANEL_STYLE } from "./panel-content.ts";
import { buildSlides } from "./slides.ts";

const STYLE = `${MODAL_STYLE}${PAGES_STYLE}${PANEL_STYLE}
.choices{margin:0;padding:0 1.96em .9em}
.progress{flex:1;min-width:max-content;font-size:.867em;color:var(--mute);unicode-bidi:plaintext}
.foot{justify-content:end}
.card::before{content:"";flex:none;border-top:4px solid var(--tone)}
.success{--tone:light-dark(#0a7a4f,#4fd39a)}.warning{--tone:light-dark(#8a5a00,#ffc24d)}.error{--tone:light-dark(#b3261e,#ff9d95)}
`;

/**
 * Shows an announcement as a dialog over the page: one panel, a carousel of several, or tabs. What goes wrong ends it with
 * reason `error`, and is not thrown into the page.
 *
 * @example
 * const news = openAnnouncement({ document, window, clock: systemClock, edition, name: "Spring news", step_id: null,
 *   labels: {}, act: (action) => page.do(action), on: (event) => report(event) });
 * news.close("navigation");
 */
export function openAnnouncement(options: PlayerOptions, buildPages: BuildPages = buildSlides): PlayerHandle {
  const { document, labels, name, on, act } = options;
  let body = editionBody(options.edition, "announcement");
  const { form } = body;
  let index = 0;
  let over = false;
  let rich: RichBlocks | undefined;
  let wanted = body;

  const guard = createGuard((error) => {
    try {
      end({ kind: "ended", reason: "error", suppress: false, error: String(error) });
    } catch {
      // Failing to tell of a failure: there is nobody left to tell.
    }
  });
  const page = guardedPage(options, guard);
  const root = openRoot(page, STYLE);
  const leave = (reason: EndReason): void => end(choices.ending(reason));
  const dialog = buildModalDialog(page, root, guard, (reason) => {
    // What the browser has closed itself is closed.
    if (reason !== "escape" || !body.escape || !dialog.box.open) leave(reason);
  });
  const choices = buildDismissOptions(
    document,
    labels,
    guard(() => leave("snoozed")),
  );

  const button = (class_name: string, text: string, press: () => void): HTMLButtonElement => {
    const made = element(document, "button", class_name, text);
    made.type = "button";
    made.addEventListener("click", guard(press));
    return made;
  };
  const back = button("plain", label(labels, "back"), () => go(index - 1));
  const next = button("primary", label(labels, "next"), () => go(index + 1));
  const done = button("primary", label(labels, "finish"), () => leave("completed"));
  const close = button("close", "", () => leave("close_button"));
  close.ariaLabel = label(labels, "close");
  const progress = element(document, "span", "progress");
  const foot = element(document, "div", "foot", progress, back, next, done);
  const frame = element(document, "div", "frame");

  const stepId = (): string => body.panels[index]?.id ?? "";
  const press = guard(({ action }: ActionButton): void => {
    on({ kind: "acted", step_id: stepId() });
    leave("completed");
    // The browser follows the link by itself.
    if (action.kind !== "link") act(action);
  });
  const position = (at: number): string =>
    fillPlaceholders(labels.slide_position ?? "{step} of {steps}", { step: at + 1, steps: body.panels.length });
  const pages = buildPages({
    ...page,
    root,
    dialog: dialog.box,
    frame,
    name,
    labels,
    press,
    go: (to) => go(to),
    position,
  });
  frame.append(pages.box, choices.box, foot);
  const card = element(document, "div", "", frame, close);
  dialog.box.append(card);

  /** Shows a page with its buttons; the last is the one that most will press, unless the author has another for them. */
  const show = (to: number, spoken: boolean): void => {
    const { panels } = body;
    const turns = form === "carousel" && panels.length > 1;
    const last = !turns || to + 1 === panels.length;
    index = to;
    progress.textContent = turns ? position(to) : "";
    back.hidden = !turns || to === 0;
    next.hidden = last;
    done.hidden = !last;
    for (const each of [next, done]) each.className = panels[to]?.button === undefined ? "primary" : "plain";
    pages.show(to, spoken);
  };
  const tell = (): void => on({ kind: "step_shown", step_id: stepId(), index }, card);

  const go = guard((to: number): void => {
    if (over || to === index || body.panels[to] === undefined) return;
    const held = root.shadow.activeElement;
    // The button that was pressed may be none of that page's: then its title says what is shown.
    const leaves = (held === back && to === 0) || (held === next && to + 1 === body.panels.length);
    show(to, !leaves);
    if (leaves || held?.closest("[inert]") != null) moveFocus(pages.first());
    tell();
  });

  const end = (event: Extract<PlayerEvent, { kind: "ended" }>): void => {
    if (over) return;
    over = true;
    dialog.remove();
    on(event);
  };

  const indexOf = (id: string | null | undefined): number => body.panels.findIndex((panel) => panel.id === id);

  /** Writes an edition once all that it needs is there: the first opens the dialog, another one takes its place. */
  const take = (edition: typeof body): void => {
    wanted = edition;
    void loadRichBlocks(edition.panels).then(
      guard((loaded: RichBlocks | undefined) => {
        if (over || wanted !== edition) return;
        const open = dialog.box.open;
        const id = open ? stepId() : options.step_id;
        const inside = pages.box.contains(root.shadow.activeElement);
        body = edition;
        if (loaded !== undefined && rich === undefined) root.addStyle(loaded.RICH_STYLE);
        rich ??= loaded;
        pages.write(body.panels, rich);
        choices.offer(body.suppression);
        card.className = `card ${body.tone}`;
        const at = indexOf(id);
        show(at < 0 ? Math.min(index, body.panels.length - 1) : at, false);
        if (inside) moveFocus(pages.first());
        if (!open) dialog.show(pages.first);
        if (!open || at < 0) tell();
      }),
    );
  };
  take(body);

  return {
    next: guard(() => (index + 1 < body.panels.length ? go(index + 1) : leave("completed"))),
    back: () => go(index - 1),
    goTo: (step_id) => go(indexOf(step_id)),
    update(edition) {
      const after = editionBody(edition, "announcement");
      // A toast is no dialog: this one goes, and the other form comes another time.
      if (after.form !== form) return leave("replaced");
      take(after);
    },
    close: leave,
  };
}
