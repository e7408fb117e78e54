import type { Cancel } from "@fanfare/contract/lib/clock";
import type { TriedTarget } from "@fanfare/contract/target/target-trial";
import { isCrossSiteFrame } from "../debug/cross-site-frames.ts";
import { pickElement } from "../debug/pick-element.ts";
import { proposeInSlices } from "../debug/propose.ts";
import { call, read } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import { viewportBox } from "../ui/dom/visibility.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import { accessibleName, roleOf } from "../ui/target/accessible-name.ts";
import type { Page } from "../ui/types.ts";

export interface Picked {
  readonly element: Element;
  readonly target: TriedTarget;
}

export interface PickMode {
  /** Starts picking; `done` receives null if the member cancels. A running pick is canceled first. */
  start(done: (picked: Picked | null) => void): void;
  /** Starts after a delay, so that a menu of the page can be opened before. */
  startSoon(done: (picked: Picked | null) => void): void;
  /** Outlines an element; null removes the outline. */
  point(element: Element | null, text?: string): void;
  stop(): void;
}

/** Time to open a menu or hover an element before picking starts. */
const COUNTDOWN_S = 3;

/**
 * Picking on the page. The panel is hidden meanwhile, so it never covers an element; a bar that can be moved to the
 * other edge tells what would be picked.
 */
export function createPickMode(page: Page, root: UiRoot, panel: HTMLElement): PickMode {
  const { document, clock } = page;
  const point = createHighlight(document, root);
  let bar: HTMLElement | undefined;
  let cancel: Cancel | undefined;

  /** Identifies what was picked last, because its proposal may come late. */
  let turn = 0;

  const close = (): void => {
    turn++;
    cancel?.();
    cancel = undefined;
    bar?.remove();
    bar = undefined;
    panel.hidden = false;
    point(null);
  };
  const openBar = (text: string, done: (picked: Picked | null) => void): HTMLElement => {
    const words = element(document, "p", "", text);
    const move = button(document, "", "Move bar", () => made.classList.toggle("low"));
    const stop = button(document, "", "Cancel", () => {
      close();
      done(null);
    });
    const made = element(document, "div", "bar", words, move, stop);
    made.role = "region";
    made.ariaLabel = "Pick element";
    bar = made;
    root.view.append(made);
    panel.hidden = true;
    root.announce(text);
    return words;
  };

  const start = (done: (picked: Picked | null) => void): void => {
    close();
    const words = openBar(PICK_TEXT, done);
    const finish = (picked: Element | null): void => {
      if (picked === null) {
        close();
        done(null);
        return;
      }
      // Proposing takes a while on a large page, which must not receive another press meanwhile.
      cancel = pick();
      const own = ++turn;
      void proposeInSlices(page, picked).then((target) => {
        if (own !== turn) return;
        if (target !== null) {
          close();
          done({ element: picked, target });
          return;
        }
        // Keep picking: the parent usually has a reliable locator.
        words.textContent = NO_LOCATOR;
        root.announce(NO_LOCATOR, true);
      });
    };
    const pick = (): Cancel =>
      pickElement(document, { point: (at) => point(at, at === null ? undefined : nameOf(at)) }, finish);
    cancel = pick();
  };

  return {
    start,
    startSoon(done) {
      close();
      const words = openBar("", done);
      const count = (left_s: number): void => {
        if (left_s === 0) {
          start(done);
          return;
        }
        words.textContent = `Open the menu that you want to pick from. Picking starts in ${left_s} s.`;
        cancel = clock.after(1_000, () => count(left_s - 1));
      };
      count(COUNTDOWN_S);
    },
    point,
    stop: close,
  };
}

const PICK_TEXT =
  "Select an element. Press ↑ for its parent, ↓ to go back, [ or ] for elements underneath, Esc to cancel.";
const NO_LOCATOR =
  "This element has no reliable locator. Select another one, such as its parent, or add a data-testid to it.";

/** The outline around an element, with a text. */
function createHighlight(document: Document, root: UiRoot): PickMode["point"] {
  const frame = element(document, "div", "frame");
  const tag = element(document, "div", "tag");
  frame.hidden = tag.hidden = true;
  root.view.append(frame, tag);
  return (target, text) => {
    frame.hidden = target === null;
    tag.hidden = target === null || text === undefined;
    if (target === null) return;
    const { x, y, width, height } = viewportBox(target);
    for (const [name, px] of Object.entries({ left: x, top: y, width, height }))
      frame.style.setProperty(name, `${px}px`);
    tag.textContent = text ?? "";
    tag.style.left = `${Math.max(0, x)}px`;
    tag.style.top = `${y > TAG_PX ? y - TAG_PX : y + height + 4}px`;
  };
}

/** Height of the text with its distance from the element. */
const TAG_PX = 28;

/** Role and name of an element, or its tag. */
export function nameOf(target: Element): string {
  if (isCrossSiteFrame(target)) return "frame from another site";
  const role = roleOf(target) ?? read(target, "localName");
  const name = accessibleName(target).slice(0, NAME_CHARS_MAX);
  return name === "" ? `${role}${classOf(target)}` : `${role} “${name}”`;
}

const NAME_CHARS_MAX = 60;

function classOf(target: Element): string {
  const name = call(target, "getAttribute", "id");
  return name === null || name === "" ? "" : ` #${name}`;
}
