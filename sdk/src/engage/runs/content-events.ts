import type { PageObstruction } from "@fanfare/contract/events/events";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { ContentNotice } from "../../api/events.ts";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import { type OnImpression, onImpression } from "../../ui/overlay/impression.ts";
import type { PlayerOptions, RunEvent } from "../../ui/types.ts";
import type { ShownContent } from "../types.ts";
import { type ContentEventName, contentEventsFor } from "./player-events.ts";
import { unseenKey } from "./unseen.ts";

export interface PlayerEventRecord extends Pick<ShownContent, "reason"> {
  readonly event: RunEvent;
  readonly decision: Decision;
  readonly about: ContentNotice;
  /** Time from when nothing blocked the content until it appeared. */
  readonly wait_ms: number;
  /** The visible element of the current step. */
  readonly box: Element | undefined;
}

/** Sends an event to the page and the server. */
export type NoteContentEvent = (name: ContentEventName, notice: ContentNotice) => void;

export type TrackPlayerEvent = (happening: PlayerEventRecord) => void;

/**
 * Reports events to the page and the server after an impression. Nothing on the screen waits for it, so it's loaded
 * with the first event; earlier events are reported once it has loaded.
 */
export function createContentEvents(
  deps: {
    readonly window: PlayerOptions["window"];
    readonly clock: Clock;
    readonly storage: Storage;
    readonly note: NoteContentEvent;
    readonly report: Report;
  },
  watch: OnImpression = onImpression,
): TrackPlayerEvent {
  /** Runs with at least one impression. */
  const seen = new Set<string>();
  /** Pending impressions, by run. Each is ended once, and then reported if it was seen. */
  const watches = new Map<string, (was_seen: unknown) => void>();

  return ({ event, decision, reason, about, wait_ms, box }) => {
    const { run_id } = about;
    /** A resumed run was seen on an earlier page, unless that page stored that it was not. */
    const unseen = unseenKey(decision.content_id);
    const isUnseen = (): boolean => deps.storage.get(unseen) === run_id;
    if (reason === "resume" && !isUnseen()) seen.add(run_id);
    const trackEvent = (marks: object, first?: { readonly wait_ms: number }): void => {
      for (const [name, more] of contentEventsFor(event, decision, reason, first)) {
        deps.note(name, { ...about, ...more, ...marks });
      }
    };
    /** `was_seen`: whether it's truthy. */
    const finish = (was_seen: unknown): void => {
      const end = watches.get(run_id);
      watches.delete(run_id);
      end?.(was_seen);
    };
    switch (event.kind) {
      case "step_shown": {
        finish(false);
        if (box === undefined) return;
        if (!seen.has(run_id)) deps.storage.set(unseen, run_id);
        // If storage isn't writable, the marker proves nothing.
        const written = isUnseen();
        const cancel = watch(deps, box, () => finish(true));
        reportObstructions(box, (how) => deps.note("step_obstructed", { ...about, step_id: event.step_id, how }));
        watches.set(run_id, (was_seen) => {
          cancel();
          if (!was_seen) return;
          // Another tab may have reported it meanwhile.
          if (written && !isUnseen()) seen.add(run_id);
          if (!seen.has(run_id)) deps.storage.set(unseen, undefined);
          trackEvent({}, seen.has(run_id) ? undefined : { wait_ms });
          seen.add(run_id);
        });
        return;
      }
      case "ended":
        if (event.error) deps.report(`${decision.slug} failed`, event.error);
        finish(event.suppress || event.snooze);
        deps.storage.set(unseen, undefined);
        trackEvent(seen.has(run_id) ? {} : UNSEEN_PROPS);
        return;
      case "step_completed":
      case "step_skipped":
      case "step_restored":
      case "opened":
      case "acted":
      case "answered":
        // People who act on content have seen it. Events complete tasks of a checklist, too.
        if (event.kind !== "step_completed" || decision.edition.body.type !== "checklist") finish(true);
    }
    trackEvent(watches.has(run_id) ? UNSEEN_PROPS : {});
  };
}

/** Reports what the page does that makes a step hard to use. */
function reportObstructions(box: Element, report: (how: PageObstruction) => void): void {
  // If it can't be loaded, nothing is reported.
  import("../../ui/overlay/blocked-input.ts").then(({ onObstruction }) => onObstruction(box, report)).catch(() => {});
}

/** Not visible for a full second: the event is reported but not counted. */
const UNSEEN_PROPS = { unseen: true };
