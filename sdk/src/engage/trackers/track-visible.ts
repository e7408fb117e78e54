import type { TrackerAct } from "@fanfare/contract/events/tracker";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { read } from "../../lib/native.ts";
import { PATIENT_LOOK_GAP_MS } from "../../ui/limits.ts";
import { onImpression } from "../../ui/overlay/impression.ts";
import { waitForTarget } from "../../ui/target/wait-for-target.ts";
import { watchTarget } from "../../ui/target/watch-target.ts";
import type { Page } from "../../ui/types.ts";

/**
 * Calls `onSeen` once the element was visible for the given time without interruption. Waits for the element, also if
 * the page replaces it, for at most a day. Elements that `isSecret` is true for never count.
 */
export function trackVisible(
  page: Page,
  { target, visible_s }: Extract<TrackerAct, { readonly kind: "visible" }>,
  isSecret: (element: Element) => boolean,
  onSeen: () => void,
): Cancel {
  let stop: Cancel = () => {};
  const wait = (): void => {
    stop = waitForTarget(
      page,
      target,
      DAY_MS,
      ({ element }) => {
        if (!element || isSecret(element) || read(element, "ownerDocument") !== page.document) return;
        const leave = (): void => {
          unwatchSeen();
          unwatch();
        };
        const seen = (): void => {
          leave();
          onSeen();
        };
        const unwatchSeen = onImpression(page, element, seen, visible_s * 1_000);
        const unwatch = watchTarget(page, element, target, () => {
          unwatchSeen();
          wait();
        });
        stop = leave;
      },
      PATIENT_LOOK_GAP_MS,
    );
  };
  wait();
  return () => stop();
}
