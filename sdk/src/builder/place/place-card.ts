import type { Step } from "@fanfare/contract/content/tour";
import { setPosition } from "../../ui/card/position-card.ts";
import { element } from "../../ui/dom/element.ts";
import { placeCard, type Rect } from "../../ui/dom/placement.ts";
import { viewportBox } from "../../ui/dom/visibility.ts";
import { CARD_GAP_PX } from "../../ui/limits.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { visibleScreen } from "../../ui/target/reveal.ts";
import type { Page } from "../../ui/types.ts";
import { t } from "../language/t.ts";
import { iconButton } from "../panel/icon.ts";
import { type Direction, dropPlace, movePlace, placeOf, type StepPlace } from "./place-step.ts";

const HANDLE_STYLE = `
.place{position:absolute;inset:-14px auto auto -14px;display:grid;place-items:center;width:28px;height:28px;min-height:0;padding:0;border:1px solid var(--line);border-radius:99px;color:var(--ink);background:var(--bg);cursor:grab;touch-action:none;pointer-events:auto}
.place:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.place svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.sheet>.place{display:none}
`;

const PLACE_LABELS: Readonly<Record<StepPlace, string>> = {
  auto: t("where there is room"),
  top: t("above"),
  bottom: t("below"),
  start: t("before the element"),
  end: t("after the element"),
  top_start: t("top, start side"),
  top_end: t("top, end side"),
  bottom_start: t("bottom, start side"),
  bottom_end: t("bottom, end side"),
};

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

interface PlacingDeps {
  readonly page: Page;
  readonly root: UiRoot;
  /** The card of a step on the page. */
  readonly box: HTMLElement;
  readonly step: Step;
  /** The step's element, if it's on the page. */
  readonly target: Element | null;
  /** `by_key`: the handle of the card that appears next receives the focus. */
  readonly changed: (move: (step: Step) => Step, by_key: boolean) => void;
}

/** Adds a handle to a card, which moves it by drag and by arrow keys. Undefined if it's in the middle of the screen. */
export function addPlaceHandle(deps: PlacingDeps): HTMLElement | undefined {
  const { page, root, box, step, changed } = deps;
  const { document, window } = page;
  const shadow = box.getRootNode();
  const place = placeOf(step);
  if (!(shadow instanceof window.ShadowRoot) || place === undefined) return undefined;
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(HANDLE_STYLE);
  shadow.adoptedStyleSheets.push(sheet);
  const handle = iconButton(document, "drag", t("Move card: {place}", { place: PLACE_LABELS[place] }), () => {});
  handle.className = "place";
  handle.title = t("Drag the card, or press an arrow key");
  const rtl = window.getComputedStyle(box).direction === "rtl";
  const finish = (move: (step: Step) => Step, by_key: boolean): void => {
    const to = placeOf(move(step));
    if (to === undefined || to === place) return;
    root.announce(t("Card: {place}", { place: PLACE_LABELS[to] }));
    changed(move, by_key);
  };
  // While it's written in, the card's own elements receive no keys.
  const press = (event: Event): void => {
    const to = event.target === handle ? KEYS[(event as KeyboardEvent).key] : undefined;
    if (to === undefined) return;
    event.preventDefault();
    finish((now) => movePlace(now, to, rtl), true);
  };
  shadow.addEventListener("keydown", press, { capture: true });
  handle.addEventListener("pointerdown", (event) => {
    if (event.button === 0) dragCard(deps, handle, event, rtl, (move) => finish(move, false));
  });
  box.append(handle);
  return handle;
}

/** Shows where the card would go until it's dropped. */
function dragCard(
  { page, root, box, step, target }: PlacingDeps,
  handle: HTMLElement,
  { pointerId }: PointerEvent,
  rtl: boolean,
  drop: (move: (step: Step) => Step) => void,
): void {
  const { document, window } = page;
  const screen = visibleScreen(window);
  const around = target === null ? screen : viewportBox(target);
  const ghost = element(document, "div", "frame");
  const over = new AbortController();
  const { signal } = over;
  const dropAt =
    ({ clientX: x, clientY: y }: PointerEvent) =>
    (now: Step): Step =>
      dropPlace(now, { x, y }, around, rtl);
  const end = (): void => {
    over.abort();
    ghost.remove();
  };
  handle.setPointerCapture(pointerId);
  root.view.append(ghost);
  const move = (event: PointerEvent): void =>
    setPosition(ghost, ghostAt(dropAt(event)(step), box, around, screen, rtl));
  handle.addEventListener("pointermove", move, { signal });
  handle.addEventListener("pointercancel", end, { signal });
  const release = (event: PointerEvent): void => {
    end();
    drop(dropAt(event));
  };
  handle.addEventListener("pointerup", release, { signal });
}

/** Where the card of a step would be. */
function ghostAt(step: Step, box: HTMLElement, around: Rect, screen: Rect, rtl: boolean): Rect {
  const card = { width: box.offsetWidth, height: box.offsetHeight };
  if (step.kind === "anchored") {
    const { x, y } = placeCard({ target: around, card, area: screen, wanted: step.placement, rtl, gap: CARD_GAP_PX });
    return { ...card, x, y };
  }
  const place = placeOf(step) ?? "";
  const is_left = place.endsWith("start") !== rtl;
  return {
    ...card,
    x: is_left || step.kind === "banner" ? screen.x : screen.x + screen.width - card.width,
    y: place.startsWith("top") ? screen.y : screen.y + screen.height - card.height,
  };
}
