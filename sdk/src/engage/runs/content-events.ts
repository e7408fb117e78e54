import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { ContentNotice } from "../../api/events.ts";
import type { Storage } from "../../lib/storage.ts";
import { type OnImpression, onImpression } from "../../ui/overlay/impression.ts";
import type { PlayerEvent, PlayerOptions } from "../../ui/types.ts";
import type { ShownContent } from "../types.ts";
import { type ContentEventName, contentEventsFor } from "./player-events.ts";
import { unseenKey } from "./unseen.ts";

/** Something that a player did, as it was at that moment. */
export interface PlayerEventRecord extends Pick<ShownContent, "reason"> {
  readonly event: PlayerEvent;
  readonly decision: Decision;
  readonly about: ContentNotice;
  /** How long after nothing stood in its way any more. */
  readonly wait_ms: number;
  /** What of a station that is shown stands on the screen. */
  readonly box: Element | undefined;
}

/** Sends an event to the page and the server. */
export type NoteContentEvent = (name: ContentEventName, notice: ContentNotice) => void;

export type TrackPlayerEvent = (happening: PlayerEventRecord) => void;

/**
 * Tells the page and the server what happened, once somebody could see it: the part of the guide that nothing on the screen
 * waits for. Loaded with the first thing that happens; what happens until then is told when it is there.
 */
export function createContentEvents(
  deps: {
    readonly window: PlayerOptions["window"];
    readonly clock: Clock;
    readonly storage: Storage;
    readonly note: NoteContentEvent;
  },
  watch: OnImpression = onImpression,
): TrackPlayerEvent {
  /** Runs of which something was seen. */
  const seen = new Set<string>();
  /** By run: what waits until the station on the screen was seen. */
  const watches = new Map<string, Cancel>();

  return ({ event, decision, reason, about, wait_ms, box }) => {
    const { run_id } = about;
    /** What goes on in another page was seen in an earlier one, unless that page has left word that it was not. */
    const unseen = unseenKey(decision.content_id);
    const isUnseen = (): boolean => deps.storage.get(unseen) === run_id;
    if (reason === "resume" && !isUnseen()) seen.add(run_id);
    const waits = watches.has(run_id);
    const trackEvent = (marks: object, first?: { readonly wait_ms: number }): void => {
      for (const [name, more] of contentEventsFor(event, decision, reason, first)) {
        deps.note(name, { ...about, ...more, ...marks });
      }
    };
    const stop = (): void => {
      watches.get(run_id)?.();
      watches.delete(run_id);
    };
    switch (event.kind) {
      case "step_shown": {
        stop();
        if (box === undefined) return;
        if (!seen.has(run_id)) deps.storage.set(unseen, run_id);
        // What may not be written says nothing either.
        const written = isUnseen();
        watches.set(
          run_id,
          watch(deps, box, () => {
            watches.delete(run_id);
            // Another tab may have told it meanwhile.
            if (written && !isUnseen()) seen.add(run_id);
            if (!seen.has(run_id)) deps.storage.set(unseen, undefined);
            trackEvent({}, seen.has(run_id) ? undefined : { wait_ms });
            seen.add(run_id);
          }),
        );
        return;
      }
      case "step_completed":
        trackEvent(waits ? UNSEEN_PROPS : {});
        // A checklist stays where it is.
        if (decision.edition.body.type !== "checklist") stop();
        return;
      case "ended":
        stop();
        deps.storage.set(unseen, undefined);
        trackEvent(seen.has(run_id) ? {} : UNSEEN_PROPS);
        return;
      default:
        trackEvent(waits ? UNSEEN_PROPS : {});
    }
  };
}

/** Nobody could see that for a second: it happens, and counts for nothing. */
const UNSEEN_PROPS = { unseen: true };
