import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isId, isUuidv7, newId, uuidv7 } from "./ids.ts";
import { seededRng, systemRng } from "./rng.ts";

const at = (now_ms: number) => ({ now: () => now_ms });
const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe("uuidv7", () => {
  test("follows RFC 9562 for any time and random bytes", () => {
    fc.assert(
      fc.property(instant, fc.uint8Array({ minLength: 10, maxLength: 10 }), (now_ms, bytes) => {
        const id = uuidv7(at(now_ms), { bytes: () => bytes.slice() });
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(isUuidv7(id)).toBe(true);
      }),
    );
  });

  test("stores Unix milliseconds in the first 48 bits", () => {
    fc.assert(
      fc.property(instant, (now_ms) => {
        expect(Number.parseInt(uuidv7(at(now_ms), systemRng).replaceAll("-", "").slice(0, 12), 16)).toBe(now_ms);
      }),
    );
  });

  test("sorts as text by time", () => {
    fc.assert(
      fc.property(instant, instant, fc.integer(), (one, other, seed) => {
        const rng = seededRng(seed);
        const [first, second] = [uuidv7(at(one), rng), uuidv7(at(other), rng)];
        if (one < other) expect(first < second).toBe(true);
        if (one > other) expect(first > second).toBe(true);
      }),
    );
  });

  test("doesn't repeat within a millisecond", () => {
    const ids = Array.from({ length: 10_000 }, () => uuidv7(at(1), systemRng));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("excludes other UUID versions and uppercase", () => {
    for (const text of [
      "",
      "019389f2-8c1e-4a3b-9c4d-1f2e3d4c5b6a",
      "019389f2-8c1e-7a3b-cc4d-1f2e3d4c5b6a",
      "019389F2-8C1E-7A3B-9C4D-1F2E3D4C5B6A",
      "019389f28c1e7a3b9c4d1f2e3d4c5b6a",
      "019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a\n",
    ]) {
      expect(isUuidv7(text)).toBe(false);
    }
  });
});

describe("prefixed ID", () => {
  test("is valid only with its own prefix", () => {
    const id = newId("cnt", at(Date.UTC(2026, 10, 21)), systemRng);
    expect(id.startsWith("cnt_")).toBe(true);
    expect(isId("cnt", id)).toBe(true);
    expect(isId("ver", id)).toBe(false);
    expect(isId("cnt", id.slice(4))).toBe(false);
    expect(isId("cnt", `${id}x`)).toBe(false);
  });
});

test("repeats the seededRng sequence for a seed, within [0, 1)", () => {
  expect(seededRng(42).next()).toBe(0.6011037519201636);
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [one, other] = [seededRng(seed), seededRng(seed)];
      for (let count = 0; count < 20; count++) {
        const value = one.next();
        expect(value).toBe(other.next());
        expect(value >= 0 && value < 1).toBe(true);
      }
    }),
  );
});
