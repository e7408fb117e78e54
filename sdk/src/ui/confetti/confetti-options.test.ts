import { describe, expect, test } from "bun:test";
import { SHAPE_TEXT_CHARS_MAX, SHAPES_MAX } from "../limits.ts";
import type { CelebrationOptions, Shape } from "../types.ts";
import { followOrigin, originPoint, resolveShapes } from "./confetti-options.ts";

class FakeElement {
  isConnected = true;
  x = 100;
  getBoundingClientRect = () => ({ x: this.x, y: 20, width: 40, height: 10 });
}
class FakeMouseEvent {
  readonly clientX: number;
  readonly detail: number;
  readonly target: unknown;
  readonly clientY = 7;
  readonly type = "click";
  constructor(clientX: number, detail: number, target: unknown = null) {
    this.clientX = clientX;
    this.detail = detail;
    this.target = target;
  }
}

/** Options of a page that is an event target with two classes: nothing else of it is read. */
function setUp(more: object) {
  const window = Object.assign(new EventTarget(), { Element: FakeElement, MouseEvent: FakeMouseEvent });
  return { window, options: { window, preset: "burst", ...more } as unknown as CelebrationOptions };
}

describe("the origin", () => {
  test("is an element's centre, a point, the pointer, or the preset's own place", () => {
    const element = new FakeElement();
    expect(originPoint(setUp({ origin: element }).options)).toEqual({ x: 120, y: 25 });
    expect(originPoint(setUp({ origin: { x: 3, y: 4 } }).options)).toEqual({ x: 3, y: 4 });
    expect(originPoint(setUp({ origin: "cursor", event: new FakeMouseEvent(9, 1) }).options)).toEqual({ x: 9, y: 7 });
    expect(originPoint(setUp({ origin: "viewport" }).options)).toBeNull();
    expect(originPoint(setUp({}).options)).toBeNull();
  });

  test("of a click by keyboard, which has no place, is what was clicked", () => {
    const event = new FakeMouseEvent(0, 0, new FakeElement());
    expect(originPoint(setUp({ origin: "cursor", event }).options)).toEqual({ x: 120, y: 25 });
  });

  test("of an element that left the page, or of no pointer event, is the preset's own place", () => {
    const element = Object.assign(new FakeElement(), { isConnected: false });
    expect(originPoint(setUp({ origin: element }).options)).toBeNull();
    expect(originPoint(setUp({ origin: "cursor", event: undefined }).options)).toBeNull();
  });

  test("is followed while the page scrolls, by what it moved since the last time, until all is over", () => {
    const element = new FakeElement();
    const { window, options } = setUp({ origin: element });
    const gone = new AbortController();
    const moves: unknown[] = [];
    followOrigin(options, { x: 120, y: 25 }, gone.signal, (x, y) => moves.push([x, y]));
    window.dispatchEvent(new Event("scroll"));
    element.x = 130;
    window.dispatchEvent(new Event("scroll"));
    element.x = 90;
    window.dispatchEvent(new Event("resize"));
    gone.abort();
    element.x = 0;
    window.dispatchEvent(new Event("scroll"));
    expect(moves).toEqual([
      [30, 0],
      [-40, 0],
    ]);
  });
});

describe("shapes", () => {
  test("that are too long or too many are left out, and without any the preset has its own", () => {
    const long: Shape = { text: "x".repeat(SHAPE_TEXT_CHARS_MAX + 1) };
    expect(resolveShapes(setUp({ shapes: [long, { text: "Yes" }] }).options)).toEqual([{ text: "Yes" }]);
    expect(resolveShapes(setUp({ shapes: Array(20).fill("star") }).options)).toHaveLength(SHAPES_MAX);
    expect(resolveShapes(setUp({ shapes: [long], preset: "snow" }).options)).toEqual(["circle", "flake"]);
    expect(resolveShapes(setUp({}).options)).toBeUndefined();
  });
});
