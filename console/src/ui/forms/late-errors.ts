import { systemClock } from "@fanfare/contract/lib/clock";
import { createContext, type FocusEvent, useRef, useState } from "react";

/** Whether fields hide their error until the author leaves them. */
export const LateErrorsContext = createContext(false);

/**
 * Runs this now, or after the click of a press that is under way. A change that moves what is below the pointer would
 * lose that click.
 */
export function afterPress(act: () => void): void {
  if (!document.documentElement.matches(":active")) {
    act();
    return;
  }
  const over = new AbortController();
  const end = (): void => {
    over.abort();
    systemClock.after(0, act);
  };
  for (const sign of ["pointerup", "pointercancel"] as const)
    document.addEventListener(sign, end, { capture: true, signal: over.signal });
}

/** Whether the focus has left an element with these handlers. Its open lists and dialogs belong to it. */
export function useLeft() {
  const [left, setLeft] = useState(false);
  const is_inside = useRef(false);
  return {
    left,
    // Also receives events of lists that are elsewhere in the document.
    onFocus() {
      is_inside.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (currentTarget.contains(relatedTarget)) return;
      is_inside.current = false;
      // A list that opens has the focus by then.
      afterPress(() => systemClock.after(0, () => is_inside.current || setLeft(true)));
    },
  };
}
