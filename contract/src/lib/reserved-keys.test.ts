import { expect, test } from "bun:test";
import fc from "fast-check";
import { findReservedKey, RESERVED_KEYS } from "./reserved-keys.ts";

const reserved = [...RESERVED_KEYS];

test("finds a reserved key at any depth, but not as a value", () => {
  for (const key of reserved) {
    expect(findReservedKey(JSON.parse(`{"${key}":1}`))).toEqual([key]);
    expect(findReservedKey(JSON.parse(`{"a":[0,{"b":{"${key}":{"x":1}}}]}`))).toEqual(["a", 1, "b", key]);
    expect(findReservedKey({ a: key, b: [key] })).toBeUndefined();
  }
});

test("agrees with the text of any JSON value", () => {
  const key = fc.oneof(fc.constantFrom(...reserved), fc.string({ maxLength: 3 }));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, null, true, "x"),
      fc.array(tie("tree"), { maxLength: 3 }),
      tie("object"),
    ),
    object: fc
      .array(fc.tuple(key, tie("tree")), { maxLength: 3 })
      .map((entries) =>
        JSON.parse(`{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`),
      ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const inText = reserved.some((each) => JSON.stringify(value)?.includes(`"${each}":`) ?? false);
      expect(findReservedKey(value) !== undefined).toBe(inText);
    }),
  );
});
