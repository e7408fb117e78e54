/** How many of something each caller holds. */
export interface Tally {
  /** Takes one more for this caller, or says no when that is more than `each_max`, or than all together may hold. */
  take(caller: string, each_max: number): boolean;
  release(caller: string): void;
}

/**
 * @example
 * const tally = createTally({ total_max: 20_000 });
 * if (!tally.take(`${app.id} ${network}`, 200)) refuse();
 */
export function createTally(bounds: { readonly total_max: number }): Tally {
  const held = new Map<string, number>();
  let total = 0;
  return {
    take(caller, each_max) {
      const count = held.get(caller) ?? 0;
      if (count >= each_max || total >= bounds.total_max) return false;
      held.set(caller, count + 1);
      total++;
      return true;
    },
    release(caller) {
      const count = held.get(caller);
      if (count === undefined) return;
      total--;
      if (count > 1) held.set(caller, count - 1);
      else held.delete(caller);
    },
  };
}
