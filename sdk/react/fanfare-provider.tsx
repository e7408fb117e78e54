import type { ReactElement, ReactNode } from "react";
import type { Fanfare } from "../src/index.ts";
import { FanfareContext } from "./fanfare-context.ts";

export interface FanfareProviderProps {
  /** What `init` answered. Made outside of React, so that it outlives every render. */
  readonly fanfare: Fanfare;
  readonly children?: ReactNode;
}

/**
 * Gives the instance to the hooks below it. Starts and stops nothing: the instance is the page's, not a component's.
 *
 * @example
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 * root.render(<FanfareProvider fanfare={fanfare}><App /></FanfareProvider>);
 */
export function FanfareProvider({ fanfare, children }: FanfareProviderProps): ReactElement {
  return <FanfareContext.Provider value={fanfare}>{children}</FanfareContext.Provider>;
}
