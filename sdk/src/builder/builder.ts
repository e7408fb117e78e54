import type { Rng } from "@fanfare/contract/lib/rng";
import type { Celebrate } from "../client/celebrate.ts";
import type { EventQueue } from "../engage/outbox/event-queue.ts";
import type { Guidance } from "../engage/stage/guidance.ts";
import type { HostActions } from "../engage/types.ts";
import type { Emitter } from "../lib/emitter.ts";
import { read } from "../lib/native.ts";
import type { Identity } from "../net/identity.ts";
import { button, element } from "../ui/dom/element.ts";
import { openRoot } from "../ui/overlay/root.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { createDraftStore } from "./draft.ts";
import { openPanel } from "./panel.ts";
import { PANEL_STYLE } from "./panel-style.ts";
import { type BuilderSession, openSession, type SessionDeps } from "./session.ts";

export interface BuilderDeps extends SessionDeps {
  readonly window: Window & typeof globalThis;
  readonly rng: Rng;
  readonly emitter: Emitter;
  readonly events: EventQueue;
  readonly actions: HostActions;
  readonly identity: Pick<Identity, "identifiedPerson">;
  readonly loadConfetti: () => Promise<Celebrate>;
  readonly guidance: Pick<Guidance, "pause" | "resume" | "stage" | "stop">;
}

/** How often changes by other members are looked up while nothing is unsaved. */
const REFRESH_MS = 5_000;
const PAUSE_REASON = "builder";

/**
 * Opens the builder after a visit through its link, or continues the tab's session. While it's open, live content rests
 * in this tab, and nothing that the page tracks is counted.
 *
 * @param opened The page's URL when the SDK started.
 */
export async function openBuilder(deps: BuilderDeps, opened: string): Promise<void> {
  const { window, clock } = deps;
  const page: Page = { window, document: window.document, clock };
  const answer = await openSession(deps, opened);
  if (answer === undefined) return;
  await whenLoaded(page);
  const root = openRoot(page, PANEL_STYLE);
  if (!answer.ok) {
    const close = button(page.document, "", "Close", () => root.remove());
    const bar = element(page.document, "div", "bar", element(page.document, "p", "", answer.detail), close);
    bar.role = "alert";
    root.view.append(bar);
    root.mount(null);
    return;
  }
  edit(deps, page, root, answer.body);
}

function edit(deps: BuilderDeps, page: Page, root: UiRoot, session: BuilderSession): void {
  const { clock, rng, emitter } = deps;
  const rest = restContent(deps);
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    stopRefresh();
    draft.stop();
    panel.close();
    root.remove();
    for (const stop of stops) stop();
    rest();
  };
  const leave = async (): Promise<void> => {
    if (!(await draft.flush())) {
      root.announce("Your last changes aren't saved.", true);
      if (!read(page.window, "confirm").call(page.window, UNSAVED)) return;
    }
    close();
    await session.end();
  };
  const draft = createDraftStore(clock, session, session.opened.content, () => panel.render());
  const { actions, loadConfetti, identity } = deps;
  const person = (): string | undefined => identity.identifiedPerson()?.external_id;
  const panel = openPanel({
    ...{ page, root, rng, session, draft, person },
    stage: { actions, loadConfetti },
    leave: () => void leave(),
  });
  if (session.unsaved !== undefined) draft.restore(session.unsaved);
  root.mount(null);
  root.announce("The Fanfare builder is open.");
  let stopRefresh = (): void => {};
  const refreshLater = (): void => {
    stopRefresh = clock.after(REFRESH_MS, () => void draft.refresh().then(() => open && refreshLater()));
  };
  refreshLater();
  const handOver = (): void => {
    session.handOver(draft.unsaved(), panel.recording());
    void draft.flush();
  };
  page.window.addEventListener("pagehide", handOver);
  const stops = [
    emitter.on("connection", ({ state }) => {
      if (state === "closed") close();
    }),
    () => page.window.removeEventListener("pagehide", handOver),
  ];
}

const UNSAVED = "Your last changes aren't saved. Leave anyway?";

/** Rests live content and stops counting in this tab. Returns what undoes it. */
function restContent({ guidance, events }: BuilderDeps): () => void {
  const { add } = events;
  events.add = () => Promise.resolve();
  guidance.pause(PAUSE_REASON);
  void guidance.stage().then((stage) => {
    if (stage !== undefined && stage.shown().size > 0) guidance.stop();
  });
  return () => {
    events.add = add;
    guidance.resume(PAUSE_REASON);
  };
}

/** Nothing is added to a page that is still loading: frameworks compare its elements with their own. */
async function whenLoaded({ document, window }: Page): Promise<void> {
  if (read(document, "readyState") === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}
