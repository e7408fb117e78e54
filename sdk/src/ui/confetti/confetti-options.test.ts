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

/** Options with a window stub: an event target with two classes. Nothing else is read. */
function setUp(more: object) {
  const window = Object.assign(new EventTarget(), { Element: FakeElement, MouseEvent: FakeMouseEvent });
  return { window, options: { window, preset: "burst", ...more } as unknown as CelebrationOptions };
}

describe("confetti origin", () => {
  test("is an element's center, a point, the pointer, or the preset's default", () => {
    const element = new FakeElement();
    expect(originPoint(setUp({ origin: element }).options)).toEqual({ x: 120, y: 25 });
    expect(originPoint(setUp({ origin: { x: 3, y: 4 } }).options)).toEqual({ x: 3, y: 4 });
    expect(originPoint(setUp({ origin: "cursor", event: new FakeMouseEvent(9, 1) }).options)).toEqual({ x: 9, y: 7 });
    expect(originPoint(setUp({ origin: "viewport" }).options)).toBeNull();
    expect(originPoint(setUp({}).options)).toBeNull();
  });

  test("is the clicked element for a click by keyboard", () => {
    const event = new FakeMouseEvent(0, 0, new FakeElement());
    expect(originPoint(setUp({ origin: "cursor", event }).options)).toEqual({ x: 120, y: 25 });
  });

  test("is the preset's default for a removed element or without a pointer event", () => {
    const element = Object.assign(new FakeElement(), { isConnected: false });
    expect(originPoint(setUp({ origin: element }).options)).toBeNull();
    expect(originPoint(setUp({ origin: "cursor", event: undefined }).options)).toBeNull();
  });

  test("reports each move while the page scrolls, until the end", () => {
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

describe("confetti shapes", () => {
  test("omit those too long or too many, and default to the preset's", () => {
    const long: Shape = { text: "x".repeat(SHAPE_TEXT_CHARS_MAX + 1) };
    expect(resolveShapes(setUp({ shapes: [long, { text: "Yes" }] }).options)).toEqual([{ text: "Yes" }]);
    expect(resolveShapes(setUp({ shapes: Array(20).fill("star") }).options)).toHaveLength(SHAPES_MAX);
    expect(resolveShapes(setUp({ shapes: [long], preset: "snow" }).options)).toEqual(["circle", "flake"]);
    expect(resolveShapes(setUp({}).options)).toBeUndefined();
  });
});
