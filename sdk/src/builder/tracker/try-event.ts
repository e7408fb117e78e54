import type { ElementKind, LiveTracker } from "@fanfare/contract/events/tracker";
import { actAt } from "@fanfare/contract/events/tracker-act";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Target } from "@fanfare/contract/target/target";
import { createGuard } from "../../ui/dom/guard.ts";
import type { Page } from "../../ui/types.ts";

/** Tries a tracker on this page as if it were published. Nothing is counted. */
export interface Trial {
  /** Follows another tracker; without a target, none. */
  follow(kind: ElementKind, target: Target | null, visible_s: number): void;
  /** Whether the element must not be tracked, as with a password field. */
  isSecret(element: Element): boolean;
  stop: Cancel;
}

/** Uses what tracks published trackers, so that a trial counts exactly what these would. */
export async function createTrial(page: Page, onAct: () => void): Promise<Trial> {
  const [{ trackActs, isSecret }, { trackVisible }] = await Promise.all([
    import("../../engage/trackers/trackers.ts"),
    import("../../engage/trackers/track-visible.ts"),
  ]);
  const acts = trackActs(
    page,
    createGuard(() => {}),
    onAct,
  );
  let stopVisible: Cancel = () => {};
  return {
    isSecret,
    follow(kind, target, visible_s) {
      stopVisible();
      stopVisible = () => {};
      if (target === null) {
        acts.follow([]);
        return;
      }
      const on = actAt(kind, target, visible_s);
      const tracker: LiveTracker = { id: "", name: "", on, urls: { include: [], exclude: [] } };
      acts.follow([tracker]);
      if (on.kind === "visible") stopVisible = trackVisible(page, on, isSecret, onAct);
    },
    stop() {
      stopVisible();
      acts.stop();
    },
  };
}
