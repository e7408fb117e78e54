import { createContext, useContext } from "react";
import type { Fanfare } from "../src/index.ts";

export const FanfareContext = createContext<Fanfare | undefined>(undefined);

/**
 * Returns the instance of the nearest `FanfareProvider`.
 *
 * @throws Error if the component isn't inside a provider.
 *
 * @example
 * const fanfare = useFanfare();
 * return <button onClick={() => void fanfare.start("welcome")}>Show me around</button>;
 */
export function useFanfare(): Fanfare {
  const fanfare = useContext(FanfareContext);
  if (fanfare === undefined) {
    throw new Error("useFanfare() must be used inside a FanfareProvider. Wrap your application in one.");
  }
  return fanfare;
}
