import { createContext } from "react";

/** Whether fields hide their error until the author leaves them. */
export const LateErrorsContext = createContext(false);

/** An error that appears during a press would move what is being pressed, and the press would be lost. */
export function afterPress(task: () => void): void {
  if (document.querySelector(":active") === null) task();
  else window.addEventListener("mouseup", () => setTimeout(task), { capture: true, once: true });
}
