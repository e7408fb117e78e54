import { isTrackedUrl, type LiveTracker } from "@fanfare/contract/events/tracker";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Emitter } from "../../lib/emitter.ts";
import { watchNavigation } from "../../lib/navigation.ts";
import type { Report } from "../../lib/report.ts";
import { createGuard, guardedPage } from "../../ui/dom/guard.ts";
import type { Page } from "../../ui/types.ts";
import type { Decisions } from "../decide/decisions.ts";
import type { EventQueue } from "../outbox/event-queue.ts";
import type { Guidance } from "../stage/guidance.ts";
import { isSecret, trackActs } from "./track-acts.ts";

// For trying events in the builder: this file is a chunk of its own.
export { isSecret, trackActs } from "./track-acts.ts";

export interface TrackersDeps extends Pick<Page, "window" | "clock"> {
  readonly decisions: Pick<Decisions, "current">;
  readonly emitter: Pick<Emitter, "on">;
  readonly events: Pick<EventQueue, "add">;
  readonly guidance: Pick<Guidance, "onEvent">;
  readonly report: Report;
}

const followed = new WeakSet<object>();

/**
 * Tracks events that members defined without code, from the first response that has any until `shutdown`. Later calls
 * do nothing. Never reads what a person typed or chose.
 */
export function observe(deps: TrackersDeps): void {
  const { window, clock, decisions, emitter, report } = deps;
  if (followed.has(decisions)) return;
  followed.add(decisions);
  /** Trackers by their text, so that an unchanged one continues. */
  let trackers = new Map<string, LiveTracker>();
  /** What stops those that apply to the current page. */
  const active = new Map<LiveTracker, Cancel>();
  let place = "";

  const fail = (error: unknown): void => report("a call failed", error);
  const guarded = createGuard(fail);
  const count = guarded(({ id, name }: LiveTracker) => {
    const { origin, pathname } = window.location;
    if (isBuilding(window)) return;
    deps.events.add(name, { tracker: id, page_url: origin + pathname }).catch(fail);
    deps.guidance.onEvent(name);
  });
  const page = guardedPage({ window, document: window.document, clock }, guarded);
  const begin = (tracker: LiveTracker, is_visit: boolean): Cancel => {
    const { on } = tracker;
    if (on.kind === "page" && is_visit) count(tracker);
    return on.kind === "visible" ? whenVisible(page, on, () => count(tracker), fail) : () => {};
  };
  const end = (tracker: LiveTracker): void => {
    active.get(tracker)?.();
    active.delete(tracker);
  };
  /** A visit begins when the place changes, or when the address begins to match. */
  const visit = guarded((is_visit: boolean) => {
    const here = placeOf(window.location);
    const moved = here !== place;
    place = here;
    for (const tracker of trackers.values()) {
      const applies = isTrackedUrl(tracker.urls, window.location.href);
      if (applies === active.has(tracker) && !moved) continue;
      end(tracker);
      if (applies) active.set(tracker, begin(tracker, is_visit));
    }
  });
  const acts = trackActs(page, guarded, (tracker) => active.has(tracker) && count(tracker));
  const update = guarded(() => {
    const known = trackers;
    const listed = decisions.current()?.extras?.trackers ?? [];
    trackers = new Map(
      listed.map((tracker) => {
        const text = JSON.stringify(tracker);
        return [text, known.get(text) ?? tracker];
      }),
    );
    for (const [text, tracker] of known) if (!trackers.has(text)) end(tracker);
    acts.follow([...trackers.values()]);
    // One that is published while the page is open waits for the next visit.
    visit(place === "");
  });
  const revisit = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    place = "";
    visit(true);
  };

  const stops = [
    watchNavigation(window, () => visit(true)),
    acts.stop,
    () => window.removeEventListener("pageshow", revisit),
  ];
  window.addEventListener("pageshow", revisit);
  emitter.on("changed", update);
  emitter.on("connection", ({ state }) => {
    // The last event of an instance.
    if (state !== "closed") return;
    for (const tracker of active.keys()) end(tracker);
    for (const stop of stops) stop();
  });
  update();
}

/** Loads what watches elements only for pages with such a tracker. */
function whenVisible(
  page: Page,
  on: Extract<LiveTracker["on"], { readonly kind: "visible" }>,
  onSeen: () => void,
  onFailure: (error: unknown) => void,
): Cancel {
  let stop: Cancel | undefined = () => {};
  import("./track-visible.ts").then(({ trackVisible }) => {
    // Left before the module loaded.
    if (stop) stop = trackVisible(page, on, isSecret, onSeen);
  }, onFailure);
  return () => {
    stop?.();
    stop = undefined;
  };
}

/** The address without its query, which pages change without going elsewhere. A fragment counts if it's a route. */
function placeOf({ origin, pathname, hash }: Location): string {
  return origin + pathname + (/^#!?\//.test(hash) ? hash : "");
}

/** A member edits content on this page: nothing is counted. */
function isBuilding(window: Window): boolean {
  try {
    return window.sessionStorage["fanfare_build"] !== undefined;
  } catch {
    // Storage is blocked, so no builder is open.
    return false;
  }
}
