import type { Body } from "@fanfare/contract/content/body";
import { positionsOf } from "@fanfare/contract/content/positions";
import type { EndReason } from "@fanfare/contract/events/events";
import type { SuppressionFact } from "@fanfare/contract/gates/suppression";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { BootResponse, Decision } from "@fanfare/contract/schema/client/v1";
import type { ElementState, PageState } from "@fanfare/contract/targeting/page-rule";
import type { ContentNotice } from "../../src/api/events.ts";
import { createGuide, type GuideDeps } from "../../src/engage/stage/guide.ts";
import type { OnImpression } from "../../src/ui/overlay/impression.ts";
import type { PlayerEvent, PlayerOptions } from "../../src/ui/types.ts";
import { anonymousIdentity, boot, decision, flushPromises } from "./fixtures.ts";
// Preload the lazy module, so that it's ready within a test's promise turns.
import "../../src/engage/stage/advanced-content.ts";
import "../../src/engage/decide/body-loader.ts";
import "../../src/engage/stage/reconcile.ts";
import "../../src/ui/theme/theme.ts";
import type { RequestPreferences } from "../../src/engage/decide/decisions.ts";
import { createContentEvents } from "../../src/engage/runs/content-events.ts";
import type { ProgressMove } from "../../src/engage/runs/run-tracker.ts";

/** Not on any screen: the test controls when it's seen. */
const VISIBLE_BOX = {} as Element;
interface FakeVisibility {
  clear: boolean;
  unseen: (() => void)[];
  due: (() => void) | undefined;
  readonly stored: Map<string, string>;
}

function fakePlayer(sight: FakeVisibility) {
  const tellOf =
    ({ on }: PlayerOptions) =>
    (event: PlayerEvent): void => {
      on(event, VISIBLE_BOX);
      sight.due?.();
      sight.due = undefined;
    };
  const tours: {
    options: PlayerOptions;
    log: string[];
    /** Names of received events; "" for a URL check. */
    received: string[];
    /** Opened for other content, which is gone. */
    is_unplaced: boolean;
    tell: (event: PlayerEvent) => void;
  }[] = [];
  const openTour = (options: PlayerOptions) => {
    const log: string[] = [];
    const received: string[] = [];
    const first = options.step_id ?? positionsOf(options.edition.body)[0] ?? "";
    const opened = { options, log, received, is_unplaced: false, tell: tellOf(options) };
    tours.push(opened);
    tellOf(options)({ kind: "step_shown", step_id: first, index: 0 });
    return {
      next: () => log.push("next"),
      back: () => log.push("back"),
      onPageEvent: (event = "") => received.push(event),
      isUnplaced: () => opened.is_unplaced,
      goTo: (step_id: string) => log.push(`go to ${step_id}`),
      update: ({ body }: Decision["edition"]) => log.push(`update to ${positionsOf(body)}`),
      completeTasks(_: readonly string[], fresh: readonly string[]) {
        for (const step_id of fresh) options.on({ kind: "step_completed", step_id });
      },
      close(reason: EndReason) {
        log.push(`close ${reason}`);
        options.on({ kind: "ended", reason, suppress: false });
      },
    };
  };
  return { tours, openTour };
}

interface FakePage {
  href: string;
  visible: boolean;
  element: PageState["element"];
}

/** What the guide reads of a window. `waiting`: who wants the lane of another tab. */
function fakeWindow(page: FakePage, html: object, state: { readonly lane: boolean }, waiting: (() => void)[]) {
  return {
    get location() {
      return { href: page.href };
    },
    // As in a browser, members are on the prototype.
    document: Object.create({
      documentElement: html,
      get visibilityState() {
        return page.visible ? "visible" : "hidden";
      },
      querySelectorAll(selector: string) {
        const is_there = page.element?.({ selector });
        // Browsers throw for an invalid selector.
        if (is_there === undefined) throw new SyntaxError(selector);
        const isIn = (state: ElementState): boolean => page.element?.({ selector, state }) === true;
        const stub = {
          textContent: "Paid",
          matches: (states: string) => isIn(states.startsWith(":disabled") ? "disabled" : "checked"),
          getBoundingClientRect: () => ({ width: 1, height: 1 }),
          checkVisibility: () => isIn("visible"),
          closest: () => null,
        };
        return is_there ? [Object.create(stub)] : [];
      },
    }),
    navigation: new EventTarget(),
    CSSStyleSheet: class {
      text = "";
      replaceSync(text: string): void {
        this.text = text;
      }
    },
    /** The stubbed page never changes. */
    MutationObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
    addEventListener() {},
    removeEventListener() {},
    navigator: {
      locks: {
        request: async (_: string, options: unknown, task?: (lock: object | null) => unknown) => {
          if (typeof options === "function") return new Promise<void>((free) => waiting.push(free));
          return task?.(state.lane ? {} : null);
        },
      },
    },
  };
}

/** Reports impressions immediately, or when a test triggers them. */
const fakeWatch =
  (sight: FakeVisibility): OnImpression =>
  (_, __, onSeen) => {
    if (sight.clear) {
      // A watch exists before anything is seen.
      const over = (): void => {
        if (sight.due === onSeen) sight.due = undefined;
      };
      sight.due = onSeen;
      // Late impressions aren't followed by a player event.
      queueMicrotask(() => {
        if (sight.due === onSeen) onSeen();
        over();
      });
      return over;
    }
    sight.unseen.push(onSeen);
    return () => {
      sight.unseen = sight.unseen.filter((each) => each !== onSeen);
    };
  };

/** What a test sets, and what it reads of the guide's calls. */
function harnessState(answer: BootResponse | undefined) {
  const page: FakePage = {
    href: "https://shop.example/orders",
    visible: true,
    element: undefined,
  };
  /** `clear`: displayed content is seen immediately; otherwise, the callbacks wait in `unseen`. */
  const sight: FakeVisibility = { clear: true, unseen: [], due: undefined, stored: new Map() };
  const state = {
    answer,
    /** The answer to the next request. */
    next: undefined as BootResponse | undefined,
    lane: true,
    broken: false,
    untellable: false,
    now_ms: 1_000,
    suppressions: [] as SuppressionFact[],
  };
  return {
    page,
    html: { lang: "" },
    sight,
    state,
    unseen_names: [] as string[],
    notices: [] as ContentNotice[],
    moves: [] as ProgressMove[],
    noted: [] as string[],
    chosen: [] as unknown[],
    celebrated: [] as string[],
    /** Bodies by path, as the server has them. */
    bodies: new Map<string, Body>(),
    fetched: [] as string[],
    reported: [] as string[],
    waiting: [] as (() => void)[],
    events: new Set<string>(),
    pauses: new Set<string>(),
    actions: new Map<string, () => unknown>(),
    preferences: {} as RequestPreferences,
    /** The content asked for with each request. */
    loads: [] as string[][],
    clock: manualClock(),
  };
}

type HarnessState = ReturnType<typeof harnessState>;

function harnessDeps(harness: HarnessState): GuideDeps {
  const { page, html, sight, state, waiting } = harness;
  let runs = 0;
  return {
    actions: harness.actions,
    clock: harness.clock,
    // The guide reads only the members stubbed above.
    window: fakeWindow(page, html, state, waiting) as unknown as PlayerOptions["window"],
    decisions: {
      current: () => state.answer,
      now_ms: () => state.now_ms,
      async load() {
        harness.loads.push([...(harness.preferences.asked ?? [])]);
        if (state.next !== undefined) state.answer = state.next;
        return { kind: "failed" };
      },
    },
    host: "https://fanfare.example",
    async fetch(url) {
      harness.fetched.push(url);
      const body = harness.bodies.get(url.replace("https://fanfare.example", ""));
      return body === undefined ? new Response(null, { status: 404 }) : Response.json(body);
    },
    preferences: harness.preferences,
    suppressions: { facts: () => state.suppressions, list: () => [] },
    events: harness.events,
    pauses: harness.pauses,
    labels: {},
    storage: {
      get: (name) => sight.stored.get(name),
      set: (name, text) => void (text === undefined ? sight.stored.delete(name) : sight.stored.set(name, text)),
    },
    named: "fanfare:key",
    identity: anonymousIdentity(),
    emitter: { on: () => () => {} },
    newRunId: () => `run_${++runs}`,
    saveMove: (move) => harness.moves.push(move),
    note(name, notice) {
      harness.noted.push(name);
      harness.notices.push(notice);
      if (notice["unseen"] === true) harness.unseen_names.push(name);
    },
    choose: (subject, choice) => harness.chosen.push({ ...subject, ...choice }),
    celebrate(preset) {
      harness.celebrated.push(preset);
      return { finished: new Promise(() => {}), shown: () => false, stop() {}, cancel() {} };
    },
    report: (what) => void harness.reported.push(what),
  };
}

/** A guide on a page that the test controls. Records moves, events, and choices. */
export function createGuideHarness(answer: BootResponse | undefined) {
  const harness = harnessState(answer);
  const { sight, state } = harness;
  const { tours, openTour } = fakePlayer(sight);
  const deps = harnessDeps(harness);
  const load = async () => (options: PlayerOptions) => {
    if (state.broken) throw new Error("The player is broken.");
    return openTour(options);
  };
  const stage = createGuide(deps, load, async () => {
    if (state.untellable) throw new TypeError("It cannot be loaded.");
    return createContentEvents(deps, fakeWatch(sight));
  });
  const reevaluate = async (): Promise<void> => {
    stage.reevaluate();
    await flushPromises();
  };
  const last = () => {
    const tour = tours.at(-1);
    if (tour === undefined) throw new Error("No tour was shown.");
    return tour;
  };
  return { ...harness, tours, stage, reevaluate, last };
}

export const welcomeTour = (change: Partial<Decision> = {}): BootResponse =>
  boot({ decisions: [decision("welcome", change)] });
/** Moves as short texts: `start run_1 one`, `step run_1 1 two`, `end run_1 2 completed`. */
export const summarizeMoves = (moves: readonly ProgressMove[]): string[] =>
  moves.map((move) => {
    const more =
      move.action === "start" ? move.step_id : `${move.seq} ${move.action === "step" ? move.step_id : move.reason}`;
    return `${move.action} ${move.run_id} ${more}`;
  });
