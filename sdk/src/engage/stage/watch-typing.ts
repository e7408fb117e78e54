import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { deepActiveElement } from "../../ui/dom/focus.ts";
import { isEditable } from "../../ui/dom/tab-stops.ts";
import { TYPING_REST_MS } from "../../ui/limits.ts";

/**
 * While the person is in a field, nothing new appears: undefined when they are in none, else what stops waiting for it.
 * `rest` is called once, a moment after they left the field. A field that the page gave the focus to, and that nobody has
 * touched, holds nothing up. Loaded when something is to appear while an element has the focus.
 */
export function watchTyping(window: Window, clock: Clock, rest: () => void): Cancel | undefined {
  const at = deepActiveElement(window.document);
  // Not every browser has it, whatever the types say.
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
