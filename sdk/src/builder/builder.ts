import { read } from "../lib/native.ts";
import { openRoot } from "../ui/overlay/root.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { DEVICE_NAME } from "./device/device-link.ts";
import { createDraftStore } from "./draft.ts";
import { followColleagues } from "./live/colleagues.ts";
import { openPanel } from "./panel/panel.ts";
import { PANEL_STYLE } from "./panel/panel-style.ts";
import { type BuilderDeps, restContent } from "./rest-content.ts";
import { type BuilderSession, openSession, previewToken } from "./session.ts";
import { showProblem } from "./show-problem.ts";

/** How often changes by other members are looked up while there is no connection and nothing is unsaved. */
const REFRESH_MS = 5_000;

/**
 * Opens the builder or a preview after a visit through its link, or continues that of the tab. While it's open, live content rests
 * in this tab, and nothing that the page tracks is counted.
 *
 * @param opened The page's URL when the SDK started.
 */
export async function openBuilder(deps: BuilderDeps, opened: string): Promise<void> {
  const { window, clock } = deps;
  const page: Page = { window, document: window.document, clock };
  if (window.name === DEVICE_NAME) {
    await whenLoaded(page);
    const { openDevicePage } = await import("./device/device-page.ts");
    openDevicePage(deps, page);
    return;
  }
  // A frame of the page shares its storage, and would take the session over.
  if (window.frameElement !== null && !opened.includes("fanfare_")) return;
  const preview = previewToken(deps, opened);
  if (preview !== undefined) {
    await whenLoaded(page);
    const { openPreview } = await import("./preview.ts");
    await openPreview(deps, openRoot(page, PANEL_STYLE), page, preview);
    return;
  }
  const answer = await openSession(deps, opened);
  if (answer === undefined) return;
  await whenLoaded(page);
  const root = openRoot(page, PANEL_STYLE);
  if (answer.ok) edit(deps, page, root, answer.body);
  else showProblem(page, root, answer.detail);
}

function edit(deps: BuilderDeps, page: Page, root: UiRoot, session: BuilderSession): void {
  const { clock, rng, emitter } = deps;
  const rest = restContent(deps);
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    stopRefresh();
    colleagues.close();
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
  let stopRefresh = (): void => {};
  /** Without a connection, nothing says that another member changed the content. */
  const refreshLater = (): void => {
    stopRefresh();
    stopRefresh = clock.after(REFRESH_MS, () => void draft.refresh().then(() => open && refreshLater()));
  };
  const colleagues = followColleagues(deps, session, {
    changed: () => open && panel.render(),
    joined: (name) => root.announce(`${name} is editing this content, too.`),
    contentChanged: () => void draft.refresh(),
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
  const panel = openPanel({
    ...{ page, root, rng, session, draft, person },
    stage: { actions, loadConfetti },
    leave: () => void leave(),
    others: () => colleagues.others(),
    at: (step_id) => colleagues.at(step_id),
  });
  if (session.unsaved !== undefined) draft.restore(session.unsaved);
  root.mount(null);
  root.announce("The Fanfare builder is open.");
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

/** Nothing is added to a page that is still loading: frameworks compare its elements with their own. */
async function whenLoaded({ document, window }: Page): Promise<void> {
  if (read(document, "readyState") === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}
