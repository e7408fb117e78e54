import { computed, onScopeDispose, type Ref, shallowReactive } from "vue";
import type { Celebration, Fanfare } from "../src/index.ts";
import { useFanfare } from "./fanfare-plugin.ts";

export interface UseCelebration {
  /** Plays a celebration, as `fanfare.celebrate` does. */
  readonly celebrate: Fanfare["celebrate"];
  /** True while a celebration started by this composable is playing. */
  readonly playing: Readonly<Ref<boolean>>;
}

/**
 * Ties celebrations to a component: those it started are removed when it unmounts.
 *
 * @example
 * const { celebrate, playing } = useCelebration();
 * const ship = () => celebrate("burst");
 */
export function useCelebration(): UseCelebration {
  const fanfare = useFanfare();
  const running = shallowReactive(new Set<Celebration>());
  onScopeDispose(() => {
    for (const celebration of running) celebration.stop();
  });
  return {
    celebrate(...args) {
      const celebration = fanfare.celebrate(...args);
      running.add(celebration);
      void celebration.finished.then(() => running.delete(celebration));
      return celebration;
    },
    playing: computed(() => running.size > 0),
  };
}
