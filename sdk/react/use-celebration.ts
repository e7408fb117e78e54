import { useCallback, useEffect, useRef, useState } from "react";
import type { CelebrateOptions, Celebration } from "../src/index.ts";
import { useFanfare } from "./fanfare-context.ts";

type Preset = Parameters<ReturnType<typeof useFanfare>["celebrate"]>[0];

export interface UseCelebration {
  /** Plays a celebration, as `fanfare.celebrate` does. The function is stable across renders. */
  readonly celebrate: (preset?: Preset, options?: CelebrateOptions) => Celebration;
  /** True while a celebration started by this hook is playing. */
  readonly playing: boolean;
}

/**
 * Ties celebrations to a component: those it started are removed when it unmounts.
 *
 * @example
 * const { celebrate, playing } = useCelebration();
 * const ship = (event: MouseEvent): void => void celebrate("burst", { origin: event.currentTarget });
 * return <button disabled={playing} onClick={ship}>Ship</button>;
 */
export function useCelebration(): UseCelebration {
  const fanfare = useFanfare();
  const parties = useRef(new Set<Celebration>());
  const [count, setCount] = useState(0);

  const celebrate = useCallback(
    (preset?: Preset, options?: CelebrateOptions): Celebration => {
      const playback = fanfare.celebrate(preset, options);
      parties.current.add(playback);
      setCount(parties.current.size);
      void playback.finished.then(() => {
        parties.current.delete(playback);
        setCount(parties.current.size);
      });
      return playback;
    },
    [fanfare],
  );
  useEffect(() => {
    const own = parties.current;
    return () => {
      for (const playback of own) playback.stop();
    };
  }, []);
  return { celebrate, playing: count > 0 };
}
