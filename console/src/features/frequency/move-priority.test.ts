import { expect, test } from "bun:test";
import fc from "fast-check";
import { comparePlaced, prioritiesAfterMove } from "./move-priority.ts";

type Placed = Parameters<typeof comparePlaced>[0];

const items = fc
  .array(fc.oneof(fc.constantFrom(-100, -1, 0, 1, 100), fc.integer({ min: -100, max: 100 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((priorities) =>
    priorities.map((priority, index) => ({ id: `cnt_${String(index).padStart(2, "0")}`, priority })),
  );
const place = fc.nat({ max: 11 });

const ids = (placed: readonly Placed[]): readonly string[] => placed.map(({ id }) => id);

function apply(placed: readonly Placed[], changes: readonly Placed[]): readonly Placed[] {
  const next = new Map(changes.map((each) => [each.id, each]));
  return placed.map((each) => next.get(each.id) ?? each).toSorted(comparePlaced);
}

test("gives the expected order after any sequence of moves", () => {
  fc.assert(
    fc.property(items, fc.array(fc.tuple(place, place), { maxLength: 8 }), (start, moves) => {
      let placed: readonly Placed[] = start.toSorted(comparePlaced);
      for (const [a, b] of moves) {
        const [from, to] = [a % placed.length, b % placed.length];
        const moved = placed.slice(from, from + 1);
        const expected = placed.toSpliced(from, 1).toSpliced(to, 0, ...moved);
        const changes = prioritiesAfterMove(placed, from, to) ?? [];
        placed = apply(placed, changes);
        expect(ids(placed)).toEqual(ids(expected));
        expect(changes.every(({ priority }) => Number.isInteger(priority) && Math.abs(priority) <= 100)).toBe(true);
      }
    }),
  );
});

test("changes items outside the move only if priorities run out between them", () => {
  fc.assert(
    fc.property(items, place, place, (start, a, b) => {
      const placed = start.toSorted(comparePlaced);
      const [from, to] = [a % placed.length, b % placed.length];
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      const between = new Set(ids(placed.slice(first, last + 1)));
      const outside = (prioritiesAfterMove(placed, from, to) ?? []).filter(({ id }) => !between.has(id));
      // Priorities always suffice if each passed item can have its own between the neighbors of the move.
      const above = placed[first - 1]?.priority ?? 101;
      const below = placed[last + 1]?.priority ?? -101;
      if (above - below > between.size) expect(outside).toEqual([]);
    }),
  );
});

test("changes only the moved item where a priority is free", () => {
  const named = (...priorities: readonly number[]): readonly Placed[] =>
    priorities.map((priority, index) => ({ id: "abcdef"[index] ?? "", priority }));
  expect(prioritiesAfterMove(named(0, 0), 1, 0)).toEqual([{ id: "b", priority: 1 }]);
  expect(prioritiesAfterMove(named(0, 0), 0, 1)).toEqual([{ id: "a", priority: -1 }]);
  expect(prioritiesAfterMove(named(5, 3, 0), 2, 1)).toEqual([{ id: "c", priority: 4 }]);
  expect(prioritiesAfterMove(named(5, 3, 0), 1, 1)).toEqual([]);
  // A move past one of several equal items can't leave that one as it is.
  expect(prioritiesAfterMove(named(0, 0, 0), 2, 1)).toEqual([{ id: "b", priority: -1 }]);
  // At the ends of the range, the others make room.
  expect(prioritiesAfterMove(named(100, 100), 1, 0)).toEqual([{ id: "a", priority: 99 }]);
  expect(prioritiesAfterMove(named(-100, -100), 0, 1)).toEqual([{ id: "b", priority: -99 }]);
});

test("returns nothing if no priorities give the order", () => {
  const many = Array.from({ length: 202 }, (_, index) => ({ id: String(999 - index), priority: 100 - index }));
  expect(prioritiesAfterMove(many, 0, 0)).toBeUndefined();
});
