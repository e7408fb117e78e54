import { read } from "../lib/native.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { createDraftStore } from "./draft.ts";
import { t } from "./language/t.ts";
import { followColleagues } from "./live/colleagues.ts";
import { loadPart } from "./panel/load-part.ts";
import { openPanel } from "./panel/panel.ts";
import { type BuilderDeps, restContent } from "./rest-content.ts";
import type { AnySession, BuilderSession } from "./session.ts";

/** How often changes by other members are looked up while there is no connection and nothing is unsaved. */
const REFRESH_MS = 5_000;

/** Opens the panel of the session's content or tracker. */
export async function open(
  deps: BuilderDeps,
  page: Page,
  root: UiRoot,
  session: AnySession,
  onClosed: () => void,
): Promise<void> {
  if (isForContent(session)) {
    openContent(deps, page, root, session, onClosed);
    return;
  }
  root.mount(null);
  const part = await loadPart(root, import("./record-bar.ts"));
  part?.pointTracker(deps, page, root, session, onClosed);
}

function isForContent(session: AnySession): session is BuilderSession {
  return "content" in session.opened;
}

/** Opens the panel, and saves until the member leaves. */
function openContent(deps: BuilderDeps, page: Page, root: UiRoot, session: BuilderSession, onClosed: () => void): void {
  const { clock, rng, emitter } = deps;
  const rest = restContent(deps);
  let is_open = true;
  const close = (): void => {
    if (!is_open) return;
    is_open = false;
    stopRefresh();
    colleagues.close();
    draft.stop();
    panel.close();
    root.remove();
    for (const stop of stops) stop();
    rest();
    onClosed();
  };
  const leave = async (): Promise<void> => {
    if (!(await draft.flush())) {
      root.announce(t("Your last changes aren't saved."), true);
      if (!read(page.window, "confirm").call(page.window, UNSAVED)) return;
    }
    close();
    await session.end();
  };
  const draft = createDraftStore(clock, session, session.opened.content, () => panel.render());
  let stopRefresh = (): void => {};
  /** Without a connection, nothing says that another member changed the content. */
  const refreshLater = (): void => {
    stopRefresh();
    stopRefresh = clock.after(REFRESH_MS, () => void draft.refresh().then(() => is_open && refreshLater()));
  };
  let commands: Promise<void> = Promise.resolve();
  const colleagues = followColleagues(deps, session, {
    changed: () => is_open && panel.render(),
    joined: (name) => root.announce(t("{name} is editing this content, too.", { name })),
    contentChanged: () => void draft.refresh(),
    commanded(command) {
      // It may be about a step that was just added there. The one before may still wait for its draft.
      commands = commands.then(() => draft.refresh()).then(() => void (is_open && panel.command(command)));
    },
    connected(connected) {
      if (!connected) {
        refreshLater();
        return;
      }
      stopRefresh();
      void draft.refresh();
    },
    refused(detail) {
      stopRefresh();
      draft.end(detail);
    },
  });
  const { actions, loadConfetti, identity } = deps;
  const person = (): string | undefined => identity.identifiedPerson()?.external_id;
  const author_page = {
    ...page,
    attributes: createAttributeNames(session),
    uncover: (list?: HTMLElement) => panel.uncover(list),
  };
  const panel = openPanel({
    ...{ page: author_page, root, rng, session, draft, person },
    stage: { actions, loadConfetti },
    leave: () => void leave(),
    others: () => colleagues.others(),
    at: (step_id, picks) => colleagues.at(step_id, picks),
  });
  if (session.unsaved !== undefined) draft.restore(session.unsaved);
  if (session.last_place !== undefined) draft.restoreSteps(session.last_place[1], session.last_place[2]);
  root.mount(null);
  root.announce(t("The Fanfare builder is open."));
  refreshLater();
  const handOver = (): void => {
    const place = [panel.selected(), draft.edition(), draft.steps()] as const;
    session.handOver(draft.unsaved(), panel.recording(), place);
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

/** Loads the names once. */
function createAttributeNames(session: BuilderSession): () => Promise<readonly string[]> {
  let names: Promise<readonly string[]> | undefined;
  const load = async (): Promise<readonly string[]> => {
    const answer = await session.attributes();
    // Tried again with the next text.
    if (!answer.ok) names = undefined;
    return answer.ok ? answer.body.items : [];
  };
  return () => (names ??= load());
}

const UNSAVED = t("Your last changes aren't saved. Leave anyway?");
