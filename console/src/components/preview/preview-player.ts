import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import type { EndReason } from "@fanfare/contract/events/events";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { loadPlayer } from "@fanfare/sdk/engage/stage/players";
import { celebrate } from "@fanfare/sdk/ui/confetti/confetti";
import type { PlayerHandle } from "@fanfare/sdk/ui/types";
import { PLACEHOLDER, type Placeholder } from "./preview-edition.ts";
import { labelsIn } from "./preview-labels.ts";
import { drawPreviewPage } from "./preview-page.ts";

export interface PreviewPlayerOptions {
  readonly page: Document;
  readonly window: Window & typeof globalThis;
  readonly edition: Edition;
  /** Of the author's original: the played edition targets the placeholders. */
  readonly placeholders: readonly Placeholder[];
  readonly name: string;
  readonly part_id: string | undefined;
  readonly playable: boolean;
  /** Defaults to the built-in theme. */
  readonly theme: PageTheme | undefined;
  onEnded(reason: EndReason): void;
  onFailed(error: unknown): void;
}

export interface PreviewPlayer {
  update(edition: Edition): void;
  goTo(part_id: string): void;
  /** No effect if the preview started without a theme. */
  setTheme(theme: PageTheme): void;
  close(): void;
}

const OPEN_DELAY_MS = 150;

/** Opens the card of a hint or a resource center, which otherwise needs hover or a click. */
function openCard(page: Document, window: Window & typeof globalThis, body: Body): void {
  const within = (selector: string): void => {
    const found = page.querySelector("fanfare-ui")?.shadowRoot?.querySelector(selector);
    if (found instanceof window.HTMLElement) found.click();
  };
  if (body.type === "resource_center") within(".launcher[aria-expanded=false]");
  if (body.type !== "hint") return;
  const target = page.querySelector(`[${PLACEHOLDER}]`);
  if (body.form === "tooltip") target?.dispatchEvent(new window.PointerEvent("pointerenter", { pointerType: "mouse" }));
  if (body.form === "hotspot") within(".mark");
}

/** Draws the sample page and loads the SDK's player on it. */
export function playPreview(options: PreviewPlayerOptions): PreviewPlayer {
  const { page, window, placeholders, name, part_id, playable, theme } = options;
  let { edition } = options;
  const drawn = drawPreviewPage(page, playable, placeholders);
  drawn.show(part_id ?? partsIn(edition.body)[0]?.id);
  let closed = false;
  let selected_id = part_id;
  let handle: PlayerHandle | undefined;
  let applied = theme;

  const open = async (): Promise<void> => {
    const [bare, labels, themes] = await Promise.all([
      loadPlayer(edition.body),
      labelsIn(edition.locale),
      theme && import("@fanfare/sdk/ui/theme/theme"),
    ]);
    if (closed) return;
    // The theme may have changed while this loaded.
    const openPlayer = themes && applied ? themes.withContentTheme(bare, applied) : bare;
    handle = openPlayer({
      document: page,
      window,
      clock: systemClock,
      edition,
      locale: edition.locale,
      name,
      step_id: selected_id ?? null,
      labels,
      act() {},
      celebrate: (preset, effect) =>
        celebrate({ document: page, window, clock: systemClock, rng: systemRng, preset, ...effect }),
      on(event) {
        if (event.kind === "step_shown") drawn.show(event.step_id);
        if (event.kind === "ended" && !closed) options.onEnded(event.reason);
      },
    });
    if (!playable) systemClock.after(OPEN_DELAY_MS, () => !closed && openCard(page, window, edition.body));
  };
  const onError = (error: unknown): void => {
    if (!closed) options.onFailed(error);
  };
  open().catch(onError);
  /** The frame may be gone before its player is closed. An error there isn't one of the console. */
  const change = (act: (shown: PlayerHandle) => void): void => {
    try {
      if (handle !== undefined) act(handle);
    } catch (error) {
      onError(error);
    }
  };

  return {
    update(next) {
      edition = next;
      change((shown) => shown.update(next));
    },
    setTheme(next) {
      applied = next;
      change((shown) => shown.setTheme?.(next));
    },
    goTo(id) {
      selected_id = id;
      change((shown) => shown.goTo(id));
    },
    close() {
      closed = true;
      change((shown) => shown.close("api"));
    },
  };
}
