import type { Guard } from "../dom/guard.ts";
import type { Move } from "./tour-state.ts";

/**
 * Runs moves one after the other: an effect may cause the next move. Each is computed when its turn comes. Moves wait
 * until `start`. An error ends the tour, and with it the queue.
 */
export function createMoveQueue(
  whileOpen: Guard,
  first: Move,
  run: (move: Move) => void,
): { push(move: () => Move): void; start(): void } {
  const moves: (() => Move)[] = [() => first];
  let running = true;
  const drain = whileOpen((): void => {
    if (running) return;
    running = true;
    for (let next = moves.shift(); next; next = moves.shift()) run(next());
    running = false;
  });
  return {
    push(move) {
      moves.push(move);
      drain();
    },
    start() {
      running = false;
      drain();
    },
  };
}
