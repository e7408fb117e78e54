import { read } from "../lib/native.ts";
import { openRoot } from "../ui/overlay/root.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { claimSession } from "./claim-session.ts";
import { DEVICE_NAME } from "./device/device-link.ts";
import { builderLanguage, loadLanguage, tProblem } from "./language/t.ts";
import { PANEL_STYLE } from "./panel/panel-style.ts";
import type { BuilderDeps } from "./rest-content.ts";
import { keptSession, openSession, previewToken, STORED, writeStored } from "./session.ts";
import { askToContinue, showProblem } from "./show-problem.ts";

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
  const openOwnRoot = (): UiRoot => openRoot({ ...page, locale: builderLanguage() }, PANEL_STYLE);
  // A preview is for people without a session, and so are problems with opening one.
  const inBrowserLanguage = () => loadLanguage(/^ar\b/i.test(window.navigator.language) ? "ar" : "en");
  const preview = previewToken(deps, opened);
  if (preview !== undefined) {
    await Promise.all([inBrowserLanguage(), whenLoaded(page)]);
    const { openPreview } = await import("./preview.ts");
    await openPreview(deps, openOwnRoot(), page, preview);
    return;
  }
  const kept = keptSession(deps, opened);
  let release = kept === undefined ? undefined : await claimSession(deps, kept);
  if (kept !== undefined && release === undefined) {
    await Promise.all([inBrowserLanguage(), whenLoaded(page)]);
    if (!(await askToContinue(page, openOwnRoot()))) {
      writeStored(window, STORED, undefined);
      return;
    }
    release = await claimSession(deps, kept, true);
  }
  const answer = await openSession(deps, opened);
  if (answer === undefined) return;
  if (!answer.ok) {
    await Promise.all([inBrowserLanguage(), whenLoaded(page)]);
    showProblem(page, openOwnRoot(), tProblem(answer));
    return;
  }
  await Promise.all([loadLanguage(answer.body.opened.language), whenLoaded(page)]);
  // Its modules evaluate their texts on load.
  const { open } = await import("./edit.ts");
  release ??= await claimSession(deps, answer.body.opened.session_id);
  await open(deps, page, openOwnRoot(), answer.body, () => release?.());
}

/** Nothing is added to a page that is still loading: frameworks compare its elements with their own. */
async function whenLoaded({ document, window }: Page): Promise<void> {
  if (read(document, "readyState") === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}
