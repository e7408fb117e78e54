import type { LiveTracker, TrackerKind } from "@fanfare/contract/events/tracker";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Strategy, Target } from "@fanfare/contract/target/target";
import { call, read } from "../../lib/native.ts";
import type { Guard } from "../../ui/dom/guard.ts";
import { HOST_NAME, searchRoots } from "../../ui/dom/page-modals.ts";
import { RAGE_CLICKS, RAGE_GAP_MS, RAGE_RADIUS_PX } from "../../ui/limits.ts";
import {
  isReadingStrategy,
  locate,
  needsReader,
  type ReadingStrategy,
  type StrategyReader,
} from "../../ui/target/locate.ts";
import type { Page } from "../../ui/types.ts";

/** Fields whose use isn't tracked: passwords, one-time codes, and payment cards. */
const SECRET_FIELDS =
  "input[type=password],[autocomplete*=password],[autocomplete*=one-time-code],[autocomplete^=cc-],[autocomplete*=' cc-']";
const TEXT_FIELDS = "input,textarea,select,[contenteditable]";

const EVENTS: Readonly<Partial<Record<TrackerKind, string>>> = {
  click: "click",
  rage_click: "click",
  submit: "submit",
  change: "change",
};

interface Reading {
  readonly find: StrategyReader;
  readonly matches: (element: Element, strategy: ReadingStrategy) => boolean;
}

/**
 * Calls `onAct` for each tracker whose element the person used. Listens once per kind of event, in the capture phase,
 * because the page may remove the element in its own listeners.
 */
export function trackActs(
  { window, document, clock }: Page,
  guard: Guard,
  onAct: (tracker: LiveTracker) => void,
): { follow(trackers: readonly LiveTracker[]): void; readonly stop: Cancel } {
  const listening = new Map<string, readonly LiveTracker[]>();
  /** Until its chunk is loaded, locators that read the page find nothing. */
  let reading: Reading = { find: () => [], matches: () => false };
  let is_loading = false;
  let burst = { clicks: 0, x: 0, y: 0, at_ms: 0 };

  const isRage = ({ clientX: x, clientY: y, detail }: MouseEvent, inner: Element): boolean => {
    // Keys send clicks without a position. In a text field, several clicks select.
    if (detail === 0 || call(inner, "closest", TEXT_FIELDS)) return false;
    const at_ms = clock.now();
    const goes_on = at_ms - burst.at_ms <= RAGE_GAP_MS && Math.hypot(x - burst.x, y - burst.y) <= RAGE_RADIUS_PX;
    burst = { clicks: goes_on ? burst.clicks + 1 : 1, x, y, at_ms };
    return burst.clicks === RAGE_CLICKS;
  };

  const onEvent = guard((event: Event) => {
    if (!event.isTrusted) return;
    const path = event.composedPath().filter(isElement);
    const [inner] = path;
    if (!inner || isSecret(inner) || path.some((each) => read(each, "localName") === HOST_NAME)) {
      return;
    }
    const is_rage = event.type === "click" && isRage(event as MouseEvent, inner);
    let roots: ReturnType<typeof searchRoots> | undefined;
    const isAt = (target: Target): boolean => {
      // A submitted form stands for its button, too. Clicks are frequent, so most are told apart without a search.
      const is_submit = event.type === "submit";
      if (event.type === "click" && !mayBeAt(path, target, reading)) return false;
      roots ??= searchRoots(document);
      const { element } = locate(document, target, reading.find, roots);
      if (!element) return false;
      // A click on a label is followed by one on its field, which counts if both are in the element.
      const label = call(inner, "closest", "label");
      // Cast: the selector names the element.
      const control = label && read(label as HTMLLabelElement, "control");
      if (control && !path.includes(control) && call(element, "contains", control)) return false;
      return path.includes(element) || (is_submit && call(inner, "contains", element));
    };
    for (const tracker of listening.get(event.type) ?? []) {
      const { on } = tracker;
      if (on.kind === "rage_click" && !is_rage) continue;
      if (!("target" in on) || !on.target || isAt(on.target)) onAct(tracker);
    }
  });

  const loadReading = (): void => {
    is_loading = true;
    void import("../../ui/target/reading-strategies.ts").then(
      ({ findByReading: find, stillMatches: matches }) => {
        reading = { find, matches };
      },
      () => {
        // Retry with the next response.
        is_loading = false;
      },
    );
  };
  const stop = (): void => {
    for (const name of listening.keys()) window.removeEventListener(name, onEvent, true);
    listening.clear();
  };

  return {
    stop,
    follow(trackers) {
      stop();
      for (const tracker of trackers) {
        const name = EVENTS[tracker.on.kind];
        if (name === undefined) continue;
        const others = listening.get(name) ?? [];
        if (others.length === 0) window.addEventListener(name, onEvent, true);
        listening.set(name, [...others, tracker]);
        const { on } = tracker;
        if (!is_loading && "target" in on && on.target && needsReader(on.target)) loadReading();
      }
    },
  };
}

/** Whether one of these elements has what one of the locators asks for. Only a search tells whether it's the target. */
function mayBeAt(path: readonly Element[], { strategies }: Target, reading: Reading): boolean {
  return strategies.some((strategy) =>
    path.some((element) => {
      if (isReadingStrategy(strategy)) return reading.matches(element, strategy);
      try {
        return call(element, "matches", selectorOf(strategy));
      } catch {
        // An unsupported selector finds nothing.
        return false;
      }
    }),
  );
}

function selectorOf(strategy: Exclude<Strategy, ReadingStrategy>): string {
  const withAttribute = (name: string): string => `[${CSS.escape(name)}=${CSS.escape(strategy.value)}]`;
  switch (strategy.kind) {
    case "test_id":
      return ["testid", "test-id", "test"].map((name) => withAttribute(`data-${name}`)).join();
    case "attribute":
      return withAttribute(strategy.name);
    case "css":
      return strategy.value;
  }
}

/** Also true in frames, whose elements have classes of their own. */
function isElement(node: EventTarget): node is Element {
  return "nodeType" in node && read(node as Node, "nodeType") === 1;
}

export function isSecret(element: Element): boolean {
  return call(element, "matches", SECRET_FIELDS);
}
