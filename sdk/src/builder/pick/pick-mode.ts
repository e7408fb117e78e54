import type { Cancel } from "@fanfare/contract/lib/clock";
import type { TriedTarget } from "@fanfare/contract/target/target-trial";
import { pickElement, proposeInSlices } from "../../debug/pick.ts";
import { button } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";
import { t } from "../language/t.ts";
import { loadPart } from "../panel/load-part.ts";
import { pathOf } from "./element-name.ts";
import type { Highlight } from "./highlight.ts";
import { createPickBar } from "./pick-bar.ts";

export interface Picked {
  readonly element: Element;
  readonly target: TriedTarget;
}

type Done = (picked: Picked | null) => void;

export interface PickMode {
  /** Starts picking; `done` receives null if the member cancels. A running pick is canceled first. */
  start(done: Done): void;
  /** Starts after a delay, so that a menu of the page can be opened before. */
  startSoon(done: Done): void;
  stop(): void;
}

/** Time to open a menu or hover an element before picking starts. */
const COUNTDOWN_S = 3;

/** Locators of an element; null if it has no reliable one. */
export async function locate(page: Page, chosen: Element): Promise<Picked | null> {
  const target = await proposeInSlices(page, chosen);
  return target === null ? null : { element: chosen, target };
}

/**
 * Picking on the page. The panel is hidden meanwhile, so it never covers an element; a bar that can be moved to the
 * other edge tells what would be picked.
 */
export function createPickMode(page: Page, root: UiRoot, panel: HTMLElement, point: Highlight): PickMode {
  const { document, clock } = page;
  const bar = createPickBar(document, root, panel);
  let cancel: Cancel | undefined;

  /** Identifies what was picked last, because its proposal may come late. */
  let turn = 0;

  const close = (): void => {
    turn++;
    cancel?.();
    cancel = undefined;
    bar.close();
    point(null);
  };
  const cancelFor = (done: Done) => () => {
    close();
    done(null);
  };

  const start = (done: Done): void => {
    close();
    const choose = button(document, "", t("Choose from list"), () => void list());
    const { matches: has_keys } = page.window.matchMedia("(any-pointer:fine)");
    bar.open(has_keys ? `${PICK_TEXT} ${KEYS_TEXT}` : PICK_TEXT, cancelFor(done), choose);
    const list = async (): Promise<void> => {
      const part = await loadPart(root, import("./outline.ts"));
      if (part === undefined || !choose.isConnected) return;
      choose.replaceWith();
      part.openOutline({ page, root, point, choose: finish, append: bar.append });
    };
    const finish = (chosen: Element | null): void => {
      if (chosen === null) {
        cancelFor(done)();
        return;
      }
      // Proposing takes a while on a large page, which must not receive another press meanwhile.
      cancel?.();
      cancel = pick();
      const own = ++turn;
      void locate(page, chosen).then((picked) => {
        if (own !== turn) return;
        if (picked !== null) {
          close();
          done(picked);
          return;
        }
        // Keep picking: the parent usually has a reliable locator.
        bar.announce(NO_LOCATOR);
        root.announce(NO_LOCATOR, true);
      });
    };
    const pick = (): Cancel =>
      pickElement(document, { point: (at) => point(at, at === null ? undefined : pathOf(at)) }, finish);
    cancel = pick();
  };

  return {
    start,
    startSoon(done) {
      close();
      bar.open("", cancelFor(done));
      const count = (left_s: number): void => {
        if (left_s === 0) {
          start(done);
          return;
        }
        bar.announce(t("Open the menu that you want to pick from. Picking starts in {n} s.", { n: left_s }));
        cancel = clock.after(1_000, () => count(left_s - 1));
      };
      count(COUNTDOWN_S);
    },
    stop: close,
  };
}

const PICK_TEXT = t("Select an element on the page.");
const KEYS_TEXT = t("↑ and ↓ step to what is around and in it, [ and ] to what is underneath, Esc cancels.");
/** The panel and the bar advise what else to do. */
export const NO_LOCATOR = t(
  "This element has no reliable locator. Select another one, such as its parent, or add a data-testid to it.",
);
