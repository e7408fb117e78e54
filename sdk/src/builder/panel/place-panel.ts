import type { Page } from "../../ui/types.ts";
import { keepClear } from "../keep-clear.ts";
import { readStored, writeStored } from "../session.ts";

/** Docked at the end or the start of the page, or dragged away from there, in pixels. */
type Place = readonly [start: boolean, x: number, y: number];

/** Where the panel is. The author's choice is kept for the tab's next pages. */
export interface PanelPlace {
  switchSide(): void;
  /** Moves the panel off these elements, or back to where the author wants it. Returns whether it covers none. */
  clear(...elements: readonly (Element | null | undefined)[]): boolean;
  /** Forgets the author's choice. */
  forget(): void;
}

/** Lets a panel be dragged by its head. A part of the head always stays on the screen. */
export function placePanel({ window }: Page, panel: HTMLElement, head: HTMLElement): PanelPlace {
  let wanted = readPlace(window);
  let place: Place = wanted;
  const put = (next: Place, short = false): void => {
    const [start, x, y] = next;
    place = next;
    panel.classList.toggle("start", start);
    // On a narrow screen, it shows fewer fields where the card needs the room.
    panel.classList.toggle("short", short);
    panel.style.translate = `${x}px ${y}px`;
  };
  const choose = (next: Place, short = false): void => {
    wanted = next;
    put(next, short);
    writeStored(window, STORED_PLACE, next.join(" "));
  };
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest("button,a") !== null) return;
    event.preventDefault();
    const over = new AbortController();
    const [start, x, y] = place;
    const is_short = panel.classList.contains("short");
    const home = panel.getBoundingClientRect();
    const bounds = {
      left: x - home.left - home.width + KEPT_PX,
      right: x + window.innerWidth - home.left - KEPT_PX,
      top: y - home.top,
      bottom: y + window.innerHeight - home.top - KEPT_PX,
    };
    head.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent): void => {
      const right = Math.min(bounds.right, Math.max(bounds.left, x + moved.clientX - event.clientX));
      const down = Math.min(bounds.bottom, Math.max(bounds.top, y + moved.clientY - event.clientY));
      choose([start, right, down], is_short);
    };
    head.addEventListener("pointermove", move, { signal: over.signal });
    for (const name of ["pointerup", "pointercancel"]) {
      head.addEventListener(name, () => over.abort(), { signal: over.signal });
    }
  };
  head.addEventListener("pointerdown", press);
  put(wanted);
  return {
    switchSide: () => choose([!place[0], 0, 0]),
    clear(...elements) {
      const [start] = wanted;
      const places: readonly Place[] = [
        ...(isOnScreen(window, panel, () => put(wanted)) ? [wanted] : []),
        [start, 0, 0],
        [!start, 0, 0],
      ];
      return keepClear(
        panel,
        elements,
        [false, true].flatMap((short) => places.map((each) => () => put(each, short))),
      );
    },
    forget: () => writeStored(window, STORED_PLACE, undefined),
  };
}

/** The window may be smaller than when the author dragged the panel. */
function isOnScreen(window: Window, panel: HTMLElement, put: () => void): boolean {
  put();
  const { left, right, top } = panel.getBoundingClientRect();
  return right >= KEPT_PX && left <= window.innerWidth - KEPT_PX && top >= 0 && top <= window.innerHeight - KEPT_PX;
}

function readPlace(window: Window): Place {
  const [start, x, y] = (readStored(window, STORED_PLACE) ?? "").split(" ");
  return [start === "true", Number(x ?? 0), Number(y ?? 0)];
}

/** In `sessionStorage`, until the author leaves. */
const STORED_PLACE = "fanfare_build_place";
/** Part of the panel that stays on the screen. */
const KEPT_PX = 48;
