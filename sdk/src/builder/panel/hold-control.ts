import type { Cancel } from "@fanfare/contract/lib/clock";
import { button, element } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";
import type { HeldPage } from "../hold/hold-page.ts";
import { t } from "../language/t.ts";
import { setIcon } from "./icon.ts";
import { loadPart } from "./load-part.ts";

export interface HoldControl {
  readonly button: HTMLElement;
  /** Holds or releases the page immediately. */
  toggle(): void;
  release(): void;
}

/** Time to open a menu or hover an element before the page is held. */
const COUNTDOWN_S = 3;

/** Keeps menus of the page open while the author works in the builder: by key, or after a countdown. */
export function createHoldControl({ document, window, clock }: Page, root: UiRoot): HoldControl {
  let held: HeldPage | undefined;
  let cancel: Cancel = () => {};
  const page: Page = { document, window, clock };
  // Loaded ahead, so that a menu doesn't close before it's held. A failure shows on first use.
  const load = () => import("../hold/hold-page.ts");
  load().catch(() => {});

  const show = (): void => {
    label.textContent = held === undefined ? t("Keep open") : t("Release");
    hold.ariaPressed = String(held !== undefined);
  };
  const release = (): void => {
    cancel();
    held?.release();
    held = undefined;
    show();
  };
  const start = async (): Promise<void> => {
    const part = await loadPart(root, load());
    if (part === undefined || held !== undefined) return;
    held = part.holdPage(page, root);
    show();
    root.announce(held.unreadable === 0 ? HELD : `${HELD} ${UNREADABLE}`);
  };
  const toggle = (): void => {
    if (held === undefined) void start();
    else {
      release();
      root.announce(t("The page is released."));
    }
  };
  const count = (left_s: number): void => {
    if (left_s === 0) {
      void start();
      return;
    }
    label.textContent = t("In {n} s…", { n: left_s });
    cancel = clock.after(1_000, () => count(left_s - 1));
  };
  const label = element(document, "span", "");
  const hold = button(document, "", "", () => {
    if (held !== undefined) {
      toggle();
      return;
    }
    cancel();
    root.announce(t("Open a menu or hover an element. It stays open from {n} s on.", { n: COUNTDOWN_S }));
    count(COUNTDOWN_S);
  });
  hold.append(label);
  setIcon(hold, "hold");
  hold.title = t(
    "Keeps menus and hovered elements open while you work on them. Starts in {n} seconds, or immediately with {key}.",
    { n: COUNTDOWN_S, key: HOLD_KEY },
  );
  show();
  return { button: hold, toggle, release };
}

const HOLD_KEY = "Ctrl+Shift+6";
const HELD = t("Menus and hovered elements stay open until you select Release.");
const UNREADABLE = t("Styles from other sites can't be read, so what they show on hover may go.");
