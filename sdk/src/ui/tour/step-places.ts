import type { Step } from "@fanfare/contract/content/tour";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { followTarget } from "../card/follow-target.ts";
import { type CustomPosition, setPosition } from "../card/position-card.ts";
import { element } from "../dom/element.ts";
import { inflate, overlap, type Rect, type Size } from "../dom/placement.ts";
import { viewportBox } from "../dom/visibility.ts";
import { SCREEN_MARGIN_PX, SPOTLIGHT_PADDING_PX, SPOTLIGHT_RADIUS_PX } from "../limits.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { visibleScreen } from "../target/reveal.ts";
import { clippingParents, holeSegment, visiblePart } from "../target/spotlight.ts";
import { waitForTarget } from "../target/wait-for-target.ts";
import type { Page, Point } from "../types.ts";

const PLACES_STYLE = `
.view .card.bar{width:100%;border-radius:0}
.bar .pane{flex-flow:row wrap;align-items:center}
.bar .flow{flex:1 1 22em;padding-block:.8em}
.bar .foot{--row:auto!important;border:0;padding-block:.6em;padding-inline-end:4em}.bar .foot::before{display:none}
`;

export interface StepPlace {
  /** The card's custom position; undefined if there is none or on narrow screens. */
  readonly position: CustomPosition;
  /** Additional highlights, as path segments for `holePath`. */
  extraHoles(): string;
  close(): void;
}

let bars: typeof import("./step-bar.ts") | undefined;

export interface StepPlaces {
  readonly PLACES_STYLE: string;
  readonly openPlace: typeof openPlace;
}

/** Loads step placements with their optional code. Without it, a bar becomes a centered card. */
export async function loadStepPlaces(steps: string): Promise<StepPlaces> {
  if (/"banner\\*"/.test(steps)) bars ??= await import("./step-bar.ts").catch(() => undefined);
  return { PLACES_STYLE, openPlace };
}

/** Sets up the placement of a displayed step until closed. `moved`: called to lay out again. */
function openPlace(page: Page, root: UiRoot, box: HTMLElement, step: Step, moved: () => void): StepPlace {
  box.classList.toggle("bar", step.kind === "banner" && bars !== undefined);
  const none: StepPlace = { position: () => undefined, extraHoles: () => "", close() {} };
  switch (step.kind) {
    case "centered":
      return none;
    case "corner":
      return {
        ...none,
        position: (card, screen, sheet) => (sheet ? undefined : cornerPosition(page, root, step.corner, card, screen)),
      };
    case "banner":
      return { ...none, ...bars?.edgeBar(page, root, step.edge) };
    case "anchored": {
      const shut = step.interaction === "block";
      const lit = (step.highlights ?? []).map((target) =>
        highlightElement(page, box, target, step.wait_ms, shut, moved),
      );
      return {
        ...none,
        extraHoles() {
          // Read everything before writing: draw the rings after the rest of the step.
          for (const { draw } of lit) queueMicrotask(draw);
          return mergeHoles(lit.flatMap(({ look }) => look() ?? []))
            .map((hole) => holeSegment(hole, SPOTLIGHT_RADIUS_PX))
            .join("");
        },
        close() {
          for (const { stop } of lit) stop();
        },
      };
    }
  }
}

type Corner = Extract<Step, { kind: "corner" }>["corner"];

function cornerPosition({ window }: Page, { view }: UiRoot, corner: Corner, card: Size, screen: Rect): Point {
  const area = inflate(screen, -SCREEN_MARGIN_PX);
  const left = corner.endsWith("start") === (window.getComputedStyle(view).direction !== "rtl");
  return {
    x: left ? area.x : Math.max(area.x, area.x + area.width - card.width),
    y: corner.startsWith("top") ? area.y : Math.max(area.y, area.y + area.height - card.height),
  };
}

/** Highlights an additional element once it is found, while it exists. */
function highlightElement(
  page: Page,
  box: HTMLElement,
  target: Target,
  wait_ms: number,
  shut: boolean,
  moved: () => void,
): { look(): Rect | undefined; draw(): void; stop: Cancel } {
  const ring = element(page.document, "div", shut ? "ring shut" : "ring");
  ring.hidden = true;
  // Below the card regardless of order.
  box.before(ring);
  let found:
    | {
        readonly element: Element;
        readonly parents: readonly Element[];
        afterLayout(): void;
        beforeLayout(box: Rect | null): void;
        stop: Cancel;
      }
    | undefined;
  const seek = (): Cancel =>
    waitForTarget(page, target, wait_ms, ({ element: lit }) => {
      if (lit === null) return;
      const again = (): void => {
        drop();
        looking = seek();
        moved();
      };
      const followed = followTarget(page, lit, box, moved, again, target);
      found = { ...followed, element: lit, parents: clippingParents(lit, page.window) };
      moved();
    });
  const drop = (): void => {
    found?.stop();
    found = undefined;
  };
  let looking = seek();
  let hole: Rect | undefined;
  return {
    look() {
      hole = undefined;
      if (found === undefined) return;
      const at = viewportBox(found.element);
      const seen = visiblePart(at, found.parents, visibleScreen(page.window));
      found.beforeLayout(at);
      if (seen.width * seen.height > 0) hole = inflate(seen, SPOTLIGHT_PADDING_PX);
      return hole;
    },
    draw() {
      ring.hidden = !hole;
      if (hole) setPosition(ring, hole);
    },
    stop() {
      looking();
      drop();
      ring.remove();
    },
  };
}

/** Merges overlapping holes: with the even-odd rule, overlaps would be dark again. */
function mergeHoles(holes: readonly Rect[]): readonly Rect[] {
  const result: Rect[] = [];
  for (const hole of holes) {
    let whole = hole;
    for (let at = result.findIndex((each) => overlap(each, whole) > 0); at >= 0; ) {
      const [other = whole] = result.splice(at, 1);
      const x = Math.min(whole.x, other.x);
      const y = Math.min(whole.y, other.y);
      const right = Math.max(whole.x + whole.width, other.x + other.width);
      const bottom = Math.max(whole.y + whole.height, other.y + other.height);
      whole = { x, y, width: right - x, height: bottom - y };
      at = result.findIndex((each) => overlap(each, whole) > 0);
    }
    result.push(whole);
  }
  return result;
}
