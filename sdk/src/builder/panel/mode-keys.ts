import type { Cancel } from "@fanfare/contract/lib/clock";

type ModeKey = "Digit2" | "Digit4" | "Digit5" | "Digit6";

/**
 * Keys with Ctrl and Shift, by their place on the keyboard. The page doesn't receive them, and its fields no character.
 * Ctrl and Alt together are AltGr, which types letters on many keyboards.
 */
export function listenForModeKeys(window: Window, acts: Readonly<Record<ModeKey, () => void>>): Cancel {
  const over = new AbortController();
  const hear = (event: KeyboardEvent): void => {
    const { code, ctrlKey, shiftKey, altKey, metaKey } = event;
    if (!ctrlKey || !shiftKey || altKey || metaKey || !(code in acts)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Checked two lines above.
    if (!event.repeat) acts[code as ModeKey]();
  };
  window.addEventListener("keydown", hear, { capture: true, signal: over.signal });
  return () => over.abort();
}
