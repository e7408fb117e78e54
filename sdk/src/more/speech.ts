import { limits } from "@fanfare/contract/limits";
import type { Fanfare } from "../api.ts";
import type { Emitter } from "../emitter.ts";
import type { Wishes } from "../engage/decisions.ts";
import { SPEECH_GAP_MS, TOASTS_WAITING_MAX } from "../ui/limits.ts";
import type { UiRoot } from "../ui/root.ts";
import type { Page } from "../ui/types.ts";

export interface SpeechDeps extends Pick<Page, "window" | "clock"> {
  readonly emitter: Pick<Emitter, "on">;
  readonly wishes: Wishes;
}

/**
 * Says texts of the page to assistive technology, and shows nothing. What comes while something was just said is said after
 * it, as one; of a flood the oldest are left out.
 */
export function createSpeech({ window, clock, emitter, wishes }: SpeechDeps): Fanfare["announce"] {
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
    // A dialog that has opened meanwhile hides all that is outside of it.
    root?.mount(null);
    root?.announce(text);
    clock.after(SPEECH_GAP_MS, next);
  };

  return async (text) => {
    const said = String(text).slice(0, limits.notice_text_chars_max);
    const { openRoot } = await import("../ui/root.ts");
    if (over || said === "") return;
    if (unsaid.push(said) > TOASTS_WAITING_MAX) unsaid.shift();
    if (root !== undefined) return;
    root = openRoot({ document: window.document, window, clock, locale: wishes.locale }, "");
    next();
  };
}
