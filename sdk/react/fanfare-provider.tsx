import { type ReactElement, type ReactNode, useState } from "react";
import { INERT } from "../npm/inert.ts";
import type { Fanfare } from "../src/index.ts";
import { FanfareContext } from "./fanfare-context.ts";

export interface FanfareProviderProps {
  /**
   * The instance returned by `init`, created outside React so that it outlives renders. With server rendering, pass a
   * function that calls `init`: it runs only in the browser, when the provider mounts.
   */
  readonly fanfare: Fanfare | (() => Fanfare);
  readonly children?: ReactNode;
}

/**
 * Provides the instance to the hooks below it. Unmounting stops nothing: the instance belongs to the page, not to a
 * component.
 *
 * @example
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 * root.render(<FanfareProvider fanfare={fanfare}><App /></FanfareProvider>);
 *
 * @example With server rendering:
 * <FanfareProvider fanfare={() => init({ key: "app-key", host: "https://fanfare.example" })}><App /></FanfareProvider>
 */
export function FanfareProvider({ fanfare, children }: FanfareProviderProps): ReactElement {
  // `init` returns one instance per key, so the double call in strict mode is safe.
  const [begun] = useState(() => {
    if (typeof fanfare !== "function") return undefined;
    return typeof window === "undefined" ? INERT : fanfare();
  });
  return (
    <FanfareContext.Provider value={typeof fanfare === "function" ? (begun ?? INERT) : fanfare}>
      {children}
    </FanfareContext.Provider>
  );
}
