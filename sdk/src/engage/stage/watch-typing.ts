import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { deepActiveElement } from "../../ui/dom/focus.ts";
import { isEditable } from "../../ui/dom/tab-stops.ts";
import { TYPING_REST_MS } from "../../ui/limits.ts";

/**
 * Watches the focused field, while nothing new may appear. Returns a function that stops watching, or undefined if no
 * field has focus. Calls `rest` once, shortly after the person leaves the field. Ignores autofocus on a page without
 * user interaction. Loaded when content is to appear while an element has focus.
 */
export function watchTyping(window: Window, clock: Clock, rest: () => void): Cancel | undefined {
  const at = deepActiveElement(window.document);
  // Missing in some browsers, despite its type.
  const activation: UserActivation | undefined = window.navigator.userActivation;
  if (at === null || !isEditable(at) || activation?.hasBeenActive === false) return undefined;
  let pause: Cancel = () => {};
  const left = (): void => {
    pause();
    pause = clock.after(TYPING_REST_MS, () => {
      stop();
      rest();
    });
  };
  const stop = (): void => {
    pause();
    window.removeEventListener("focusout", left, true);
  };
  window.addEventListener("focusout", left, true);
  return stop;
}
