import { limits } from "@fanfare/contract/limits";
import type { Fanfare } from "../api/fanfare.ts";
import type { RequestPreferences } from "../engage/decide/decisions.ts";
import type { Emitter } from "../lib/emitter.ts";
import { SPEECH_GAP_MS, TOASTS_WAITING_MAX } from "../ui/limits.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";

export interface AnnouncerDeps extends Pick<Page, "window" | "clock"> {
  readonly emitter: Pick<Emitter, "on">;
  readonly preferences: RequestPreferences;
}

/**
 * Announces the page's texts through a live region without showing anything. Texts that arrive during an announcement
 * are joined into the next one. When too many are waiting, the oldest are dropped.
 */
export function createAnnouncer({ window, clock, emitter, preferences }: AnnouncerDeps): Fanfare["announce"] {
  const unsaid: string[] = [];
  let root: UiRoot | undefined;
  let over = false;
  const end = (): void => {
    root?.remove();
    root = undefined;
  };
  emitter.on("connection", ({ state }) => {
    if (state !== "closed") return;
    over = true;
    end();
  });
  const next = (): void => {
    const text = unsaid.splice(0).join(". ");
    if (over || text === "") {
      end();
      return;
    }
    // Remount: a dialog opened in the meantime makes everything outside of it inert.
    root?.mount(null);
    root?.announce(text);
    clock.after(SPEECH_GAP_MS, next);
  };

  return async (text) => {
    const text_shown = String(text).slice(0, limits.notice_text_chars_max);
    const { openRoot } = await import("../ui/overlay/root.ts");
    if (over || text_shown === "") return;
    if (unsaid.push(text_shown) > TOASTS_WAITING_MAX) unsaid.shift();
    if (root !== undefined) return;
    root = openRoot({ document: window.document, window, clock, locale: preferences.locale }, "");
    next();
  };
}
