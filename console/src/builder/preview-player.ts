import { systemClock } from "@fanfare/contract/clock";
import type { Edition } from "@fanfare/contract/content";
import type { EndReason } from "@fanfare/contract/events";
import { systemRng } from "@fanfare/contract/rng";
import type { PageTheme } from "@fanfare/contract/theme";
import { loadPlayer } from "@fanfare/sdk/engage/players";
import { celebrate } from "@fanfare/sdk/ui/confetti";
import type { PlayerHandle } from "@fanfare/sdk/ui/types";
import { partsOf } from "./parts.ts";
import { pointedAt, STAND_IN, standInWords } from "./preview-edition.ts";
import { labelsIn } from "./preview-labels.ts";
import { drawPreviewPage } from "./preview-page.ts";

export interface PreviewPlayerOptions {
  readonly page: Document;
  readonly window: Window & typeof globalThis;
  /** As it is played, and as the author wrote it: the stand-in wears the author's words. */
  readonly edition: Edition;
  readonly source: () => Edition;
  readonly name: string;
  readonly part_id: string | undefined;
  readonly playable: boolean;
  /** The built-in one where undefined. */
  readonly theme: PageTheme | undefined;
  onEnded(reason: EndReason): void;
  onFailed(error: unknown): void;
}

export interface PreviewPlayer {
  update(edition: Edition): void;
  goTo(part_id: string): void;
  /** Only where it began with a theme. */
  wear(theme: PageTheme): void;
  close(): void;
}

/** A preview that only shows opens what a person would open: a mark, a tooltip. */
const POKE_MS = 150;

/** Draws the page and plays on it with the player that visitors get, as soon as that is loaded. */
export function playPreview(options: PreviewPlayerOptions): PreviewPlayer {
  const { page, window, source, name, part_id, playable, theme } = options;
  let { edition } = options;
  const drawn = drawPreviewPage(page, playable);
  const point = (id: string | undefined): void => {
    const { target, placement } = pointedAt(source().body, id);
    drawn.point(standInWords(target), placement);
  };
  point(part_id);
  let closed = false;
  let wanted = part_id;
  let handle: PlayerHandle | undefined;
  let worn = theme;

  const open = async (): Promise<void> => {
    const [bare, labels, themes] = await Promise.all([
      loadPlayer(edition.body),
      labelsIn(edition.locale),
      theme && import("@fanfare/sdk/ui/theme"),
    ]);
    if (closed) return;
    // What it wears may have changed while this waited.
    const openPlayer = themes && worn ? themes.themed(bare, worn) : bare;
    handle = openPlayer({
      document: page,
      window,
      clock: systemClock,
      edition,
      locale: edition.locale,
      name,
      step_id: wanted ?? null,
      labels,
      act() {},
      celebrate: (preset, wish) =>
        celebrate({ document: page, window, clock: systemClock, rng: systemRng, preset, ...wish }),
      on(event) {
        if (event.kind === "step_shown") point(partsOf(source().body)[event.index]?.id);
        if (event.kind === "ended" && !closed) options.onEnded(event.reason);
      },
    });
    if (!playable) systemClock.after(POKE_MS, poke);
  };
  const poke = (): void => {
    const { body } = edition;
    if (closed || body.type !== "hint") return;
    const target = page.querySelector(`[${STAND_IN.name}]`);
    if (body.form === "tooltip")
      target?.dispatchEvent(new window.PointerEvent("pointerenter", { pointerType: "mouse" }));
    const mark = page.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".mark");
    if (body.form === "hotspot" && mark instanceof window.HTMLElement) mark.click();
  };
  open().catch((error: unknown) => {
    if (!closed) options.onFailed(error);
  });

  return {
    update(next) {
      edition = next;
      handle?.update(next);
    },
    wear(next) {
      worn = next;
      handle?.wear?.(next);
    },
    goTo(id) {
      wanted = id;
      handle?.goTo(id);
    },
    close() {
      closed = true;
      handle?.close("api");
    },
  };
}
