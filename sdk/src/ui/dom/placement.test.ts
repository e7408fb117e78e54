import { describe, expect, test } from "bun:test";
import { PLACEMENTS } from "@fanfare/contract/target/target";
import fc from "fast-check";
import { intersection, overlap, type PlacementRequest, placeCard, placeCentered } from "./placement.ts";

const area = { x: 12, y: 12, width: 1256, height: 696 };
const card = { width: 345, height: 220 };
const base: PlacementRequest = {
  target: { x: 500, y: 300, width: 80, height: 40 },
  card,
  area,
  wanted: "auto",
  rtl: false,
  gap: 14,
};

const request: fc.Arbitrary<PlacementRequest> = fc.record({
  target: fc.record({
    x: fc.integer({ min: -300, max: 1_400 }),
    y: fc.integer({ min: -300, max: 900 }),
    width: fc.integer({ min: 1, max: 1_300 }),
    height: fc.integer({ min: 1, max: 800 }),
  }),
  card: fc.record({ width: fc.integer({ min: 120, max: 400 }), height: fc.integer({ min: 80, max: 500 }) }),
  area: fc.record({
    x: fc.integer({ min: 0, max: 40 }),
    y: fc.integer({ min: 0, max: 40 }),
    width: fc.integer({ min: 420, max: 1_300 }),
    height: fc.integer({ min: 520, max: 800 }),
  }),
  wanted: fc.constantFrom(...PLACEMENTS),
  rtl: fc.boolean(),
  gap: fc.integer({ min: 0, max: 24 }),
});

describe("placeCard", () => {
  test("never covers its target if any side has space, and stays inside the area", () => {
    let covered = 0;
    fc.assert(
      fc.property(request, (placement) => {
        const placed = placeCard(placement);
        const box = { ...placement.card, x: placed.x, y: placed.y };
        expect(overlap(box, placement.area)).toBe(box.width * box.height);
        if (overlap(box, placement.target) === 0) return;
        covered++;
        const { target, card: size, area: room } = placement;
        expect(target.y - room.y).toBeLessThan(size.height);
        expect(room.y + room.height - target.y - target.height).toBeLessThan(size.height);
        expect(target.x - room.x).toBeLessThan(size.width);
        expect(room.x + room.width - target.x - target.width).toBeLessThan(size.width);
        expect(placed.arrow).toBeNull();
      }),
      { numRuns: 5_000 },
    );
    expect(covered).toBeGreaterThan(0);
  });

  test("points the arrow at the target, away from the corners", () => {
    fc.assert(
      fc.property(request, (placement) => {
        const { x, y, side, arrow } = placeCard(placement);
        if (arrow === null) return;
        const vertical = side === "top" || side === "bottom";
        const length = vertical ? placement.card.width : placement.card.height;
        expect(arrow).toBeGreaterThanOrEqual(22);
        expect(arrow).toBeLessThanOrEqual(length - 22);
        const middle = vertical
          ? placement.target.x + placement.target.width / 2 - x
          : placement.target.y + placement.target.height / 2 - y;
        if (middle >= 22 && middle <= length - 22) expect(arrow).toBe(middle);
      }),
      { numRuns: 2_000 },
    );
  });

  test("uses the preferred side if there is room", () => {
    expect(placeCard({ ...base, wanted: "top" })).toEqual({ x: 367.5, y: 66, side: "top", arrow: 172.5 });
    expect(placeCard({ ...base, wanted: "bottom" }).side).toBe("bottom");
    expect(placeCard({ ...base, wanted: "start" }).side).toBe("left");
    expect(placeCard({ ...base, wanted: "end" }).side).toBe("right");
  });

  test("follows the reading direction for start and end", () => {
    expect(placeCard({ ...base, wanted: "start", rtl: true }).side).toBe("right");
    expect(placeCard({ ...base, wanted: "end", rtl: true }).side).toBe("left");
  });

  test("uses the opposite side when there is no room", () => {
    expect(placeCard({ ...base, target: { ...base.target, y: 640 }, wanted: "bottom" }).side).toBe("top");
    expect(placeCard({ ...base, target: { ...base.target, x: 20 }, wanted: "start" }).side).toBe("right");
  });

  test("shows the beginning of a card larger than the area", () => {
    const placed = placeCard({ ...base, card: { width: 2_000, height: 2_000 } });
    expect({ x: placed.x, y: placed.y }).toEqual({ x: 12, y: 12 });
  });
});

test("centers a card, or aligns an oversized one with the edge", () => {
  expect(placeCentered(card, area)).toMatchObject({ x: 467.5, y: 250 });
  expect(placeCentered({ width: 345, height: 900 }, area)).toMatchObject({ x: 467.5, y: 12 });
});

test("returns no intersection for separate rectangles", () => {
  expect(intersection({ x: 0, y: 0, width: 10, height: 10 }, { x: 20, y: 0, width: 10, height: 10 }).width).toBe(0);
});
