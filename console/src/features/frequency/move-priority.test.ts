import { expect, test } from "bun:test";
import { priorityAbove, priorityBelow } from "./move-priority.ts";

type Placed = Parameters<typeof priorityAbove>[0];

/** The order of the list: highest priority first, then the older item. */
function placed(items: readonly Placed[]): string {
  const ordered = items.toSorted((one, other) => other.priority - one.priority || (one.id < other.id ? -1 : 1));
  return ordered.map(({ id }) => id).join("");
}

test("moves an item before the one above it and after the one below it", () => {
  for (const [a, b] of [
    [5, 3],
    [0, 0],
  ] as const) {
    const [one, two] = [
      { id: "a", priority: a },
      { id: "b", priority: b },
    ];
    expect(placed([one, { ...two, priority: priorityAbove(two, one) }])).toBe("ba");
    expect(placed([{ ...one, priority: priorityBelow(one, two) }, two])).toBe("ba");
  }
  const [younger, older] = [
    { id: "b", priority: 4 },
    { id: "a", priority: 2 },
  ];
  expect([priorityAbove(older, younger), priorityBelow(younger, older)]).toEqual([4, 2]);
});
