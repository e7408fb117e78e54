import { type ReactElement, type ReactNode, useState } from "react";
import type { Fanfare } from "../src/index.ts";
import { FanfareContext } from "./fanfare-context.ts";
import { INERT } from "./inert.ts";

export interface FanfareProviderProps {
  /**
   * What `init` answered, made outside of React, so that it outlives every render; or what calls `init`, where a server
   * renders the page too: it is called in browsers alone, when the provider comes.
   */
  readonly fanfare: Fanfare | (() => Fanfare);
  readonly children?: ReactNode;
}

/**
 * Gives the instance to the hooks below it. Stops nothing: the instance is the page's, not a component's.
 *
 * @example
 * const fanfare = init({ key: "app-key", host: "https://fanfare.example" });
 * root.render(<FanfareProvider fanfare={fanfare}><App /></FanfareProvider>);
 *
 * @example Where a server renders the page:
 * <FanfareProvider fanfare={() => init({ key: "app-key", host: "https://fanfare.example" })}><App /></FanfareProvider>
 */
export function FanfareProvider({ fanfare, children }: FanfareProviderProps): ReactElement {
  // `init` answers one instance per key, so calling it twice, as strict mode does, is calling it once.
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
