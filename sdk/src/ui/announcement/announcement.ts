import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { EndReason } from "@fanfare/contract/events/events";
import { createBlockWriter } from "../card/blocks.ts";
import { buildDismissOptions, closeButton } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { buildModalDialog, MODAL_STYLE } from "../dialog/modal-dialog.ts";
import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { openPlayerLife } from "../dom/guard.ts";
import { openRoot } from "../overlay/root.ts";
import { fillPlaceholders, label } from "../text/labels.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";
import { type BuildPages, PAGES_STYLE, type Pages, type PagesOptions } from "./pages.ts";
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
 * Shows an announcement as a modal dialog: one panel, a carousel, or tabs. Errors end it with reason `error` and aren't
 * thrown into the page.
 *
 * @example
 * const news = openAnnouncement({ document, window, clock: systemClock, edition, name: "Spring news", step_id: null,
 *   labels: {}, act: (action) => page.do(action), on: (event) => report(event) });
 * news.close("navigation");
 */
export function openAnnouncement(options: PlayerOptions, buildPages: BuildPages = buildSlides): PlayerHandle {
  const { document, labels, on, act } = options;
  let body = editionBody(options.edition, "announcement");
  let index = 0;
  let shown_body = body;
  const life = openPlayerLife(options, () => dialog.remove());
  const { guard, page } = life;
  const root = openRoot(page, STYLE);
  const blocks = createBlockWriter(document, root.addStyle);
  const leave = guard((reason: EndReason): void => life.end(choices.ending(reason)));
  const dialog = buildModalDialog(page, root, guard, (reason) => {
    // The browser has already closed the dialog.
    if (reason !== "escape" || !body.escape || !dialog.box.open) leave(reason);
  });
  const choices = buildDismissOptions(document, labels, () => leave("snoozed"));
  const stepId = (): string => body.panels[index]?.id ?? "";
  const reportShown = (): void => on({ kind: "step_shown", step_id: stepId(), index }, card.box);
  const go = life.whileOpen((to: number): void => {
    if (to === index || body.panels[to] === undefined) return;
    index = to;
    card.turn(to);
    reportShown();
  });
  const press: PagesOptions["press"] = guard(({ action }) => {
    on({ kind: "acted", step_id: stepId() });
    if (action.kind !== "stay") leave("completed");
    // The browser follows links natively.
    if (action.kind !== "link") act(action);
  });
  const card_options = { ...page, root, dialog: dialog.box, labels, blocks, go, press };
  const card = buildAnnouncementCard(card_options, buildPages, choices.box, leave);
  const indexOf = (id: string | null | undefined): number => body.panels.findIndex((panel) => panel.id === id);

  /**
   * Renders an edition once its dependencies are loaded. The first opens the dialog; later ones replace its content.
   */
  const take = (edition: typeof body): void => {
    shown_body = edition;
    const written = life.whileOpen((): void => {
      if (shown_body !== edition) return;
      const { open } = dialog.box;
      const id = open ? stepId() : options.step_id;
      body = edition;
      choices.offer(body.suppression);
      const at = indexOf(id);
      index = at < 0 ? Math.min(index, body.panels.length - 1) : at;
      card.write(body, index);
      if (!open) dialog.show(card.first);
      if (!open || at < 0) reportShown();
    });
    void blocks.load(edition.panels).then(written);
  };
  take(body);
  return {
    next: () => (index + 1 < body.panels.length ? go(index + 1) : leave("completed")),
    back: () => go(index - 1),
    goTo: (step_id) => go(indexOf(step_id)),
    update(edition) {
      const after = editionBody(edition, "announcement");
      // A change of form (dialog, toast) closes this one; the new form is shown another time.
      if (after.form !== body.form) return leave("replaced");
      take(after);
    },
    close: leave,
  };
}

interface AnnouncementCard extends Pick<Pages, "first"> {
  readonly box: HTMLElement;
  /** Shows a version, and of it one page. */
  write(body: AnnouncementBody, index: number): void;
  /** Shows another page. */
  turn(index: number): void;
}

/** The pages in their frame, with the buttons that turn them. */
function buildAnnouncementCard(
  options: Omit<PagesOptions, "frame" | "position">,
  buildPages: BuildPages,
  choices: HTMLElement,
  leave: (reason: EndReason) => void,
): AnnouncementCard {
  const { document, labels, root, dialog, go } = options;
  let panels: AnnouncementBody["panels"] = [];
  let turns = false;
  let shown = 0;
  const position = (at: number): string =>
    fillPlaceholders(labels.slide_position ?? "{step} of {steps}", { step: at + 1, steps: panels.length });
  const frame = element(document, "div", "frame");
  const pages = buildPages({ ...options, frame, position });
  const back = button(document, "plain", label(labels, "back"), () => go(shown - 1));
  const next = button(document, "primary", label(labels, "next"), () => go(shown + 1));
  const done = button(document, "primary", label(labels, "finish"), () => leave("completed"));
  const progress = element(document, "span", "progress");
  frame.append(pages.box, choices, element(document, "div", "foot", progress, back, next, done));
  const cross = closeButton(document, labels, () => leave("close_button"));
  const box = element(document, "div", "", frame, cross);
  dialog.append(box);

  /** The last button is the one that most will press, unless the author has another for them. */
  const show = (to: number, announce: boolean): void => {
    const last = !turns || to + 1 === panels.length;
    shown = to;
    progress.textContent = turns ? position(to) : "";
    back.hidden = !turns || to === 0;
    next.hidden = last;
    done.hidden = !last;
    for (const each of [next, done]) each.className = panels[to]?.button === undefined ? "primary" : "plain";
    pages.show(to, announce);
  };
  return {
    box,
    first: pages.first,
    write(body, to) {
      const inside = pages.box.contains(root.shadow.activeElement);
      panels = body.panels;
      turns = body.form === "carousel" && panels.length > 1;
      pages.write(panels);
      box.className = `card ${body.tone}`;
      show(to, false);
      if (inside) moveFocus(pages.first());
    },
    turn(to) {
      const held = root.shadow.activeElement;
      // The clicked button may not exist on the new panel. Focus then moves to the panel.
      const leaves = (held === back && to === 0) || (held === next && to + 1 === panels.length);
      show(to, !leaves);
      if (leaves || held?.closest("[inert]") != null) moveFocus(pages.first());
    },
  };
}
