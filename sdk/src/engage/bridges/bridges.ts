import { EVENT_NAMES, type EventName } from "@fanfare/contract/events/events";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { PageBridge } from "@fanfare/contract/realtime/app-settings";
import type { FanfareEvents } from "../../api/events.ts";
import type { Emitter } from "../../lib/emitter.ts";
import type { Report } from "../../lib/report.ts";
import type { Decisions } from "../decide/decisions.ts";

export interface BridgesDeps {
  readonly window: Window;
  readonly clock: Clock;
  readonly decisions: Pick<Decisions, "current">;
  readonly emitter: Pick<Emitter, "on">;
  readonly report: Report;
  /** Whether the person's consent is granted. */
  readonly granted: () => boolean;
}

type BridgedName = Exclude<EventName, `live_update_${string}`>;
type Props = Readonly<Record<string, unknown>>;
type Method = (...args: readonly unknown[]) => unknown;

interface WaitingEvent {
  readonly to: PageBridge;
  readonly name: string;
  readonly props: Props;
  readonly until_ms: number;
}

/** Fields that leave Fanfare. Nothing about the person, no survey answers, no texts. */
const FIELDS = [
  ...(["content_id", "version", "run_id", "variant", "locale", "step_id", "step_index"] as const),
  ...(["start_reason", "reason", "days", "preset"] as const),
];

/** Global variable and method of each library. */
const LIBRARIES: Readonly<Record<PageBridge, readonly [library: string, method: string]>> = {
  data_layer: ["dataLayer", "push"],
  segment: ["analytics", "track"],
  posthog: ["posthog", "capture"],
};

const opened = new WeakSet<object>();

/**
 * Passes engagement events to analytics libraries of the page, from the first response that names one until `shutdown`.
 * Later calls do nothing. Events wait for a library that loads late.
 */
export function connect({ window, clock, decisions, emitter, report, granted }: BridgesDeps): void {
  if (opened.has(decisions)) return;
  opened.add(decisions);
  let waiting: readonly WaitingEvent[] = [];
  let cancel: Cancel | undefined;

  const deliver = (): void => {
    cancel?.();
    cancel = undefined;
    const enabled = decisions.current()?.extras?.bridges ?? [];
    const now_ms = clock.now();
    waiting = waiting.filter(({ to, name, props, until_ms }) => {
      if (!granted() || !enabled.includes(to) || now_ms > until_ms) return false;
      const method = libraryMethod(window, to);
      if (method === undefined) return true;
      // An async function also turns what the library throws into a rejection.
      (async () => method(...argumentsFor(to, name, props)))().catch((error) => report("a call failed", error));
      return false;
    });
    if (waiting.length > 0) cancel = clock.after(limits.bridge_check_ms, deliver);
  };

  const pass = (name: BridgedName, notice: Props): void => {
    // Unseen content isn't counted.
    if (!granted() || notice["unseen"] === true) return;
    const props = publicProps(notice);
    const until_ms = clock.now() + limits.bridge_wait_ms_max;
    const bridges = decisions.current()?.extras?.bridges ?? [];
    const added = bridges.map((to) => ({ to, name: `fanfare.${name}`, props, until_ms }));
    waiting = [...waiting, ...added].slice(-limits.bridge_events_waiting_max);
    deliver();
  };
  for (const name of EVENT_NAMES) {
    if (!isLiveUpdate(name)) emitter.on(name, (notice: FanfareEvents[BridgedName]) => pass(name, notice));
  }
  emitter.on("connection", ({ state }) => {
    // The last event of an instance.
    if (state === "closed") cancel?.();
  });
}

function isLiveUpdate(name: EventName): name is Exclude<EventName, BridgedName> {
  return name.startsWith("live_update_");
}

/** The names that destinations use, too (server/src/destinations/message-context.ts). */
function publicProps(notice: Props): Props {
  const { slug: content_slug, name: content_name } = notice;
  const own = FIELDS.map((field) => [field, notice[field]]).filter(([, value]) => value !== undefined);
  const named = content_slug === undefined ? {} : { content_slug, content_name };
  return { ...named, ...Object.fromEntries(own) };
}

/** Undefined until the library is there. Its getter may throw. */
function libraryMethod(window: Window, bridge: PageBridge): Method | undefined {
  const [library, name] = LIBRARIES[bridge];
  try {
    // The page may have put anything there.
    const owner: unknown = Reflect.get(window, library);
    if (typeof owner !== "object" && typeof owner !== "function") return undefined;
    const method: unknown = owner && Reflect.get(owner, name);
    return typeof method === "function" ? (...args) => Reflect.apply(method, owner, args) : undefined;
  } catch {
    return undefined;
  }
}

function argumentsFor(bridge: PageBridge, name: string, props: Props): readonly unknown[] {
  switch (bridge) {
    case "data_layer": {
      // Tag managers merge entries, so that a field that isn't named keeps the value of an earlier event.
      const unset = Object.fromEntries(["content_slug", "content_name", ...FIELDS].map((field) => [field, undefined]));
      return [{ event: name, fanfare: { ...unset, ...props } }];
    }
    case "segment":
      // Events that come back through /segment/v1 aren't counted again.
      return [name, props, { context: { library: { name: "fanfare", version: "1" } } }];
    case "posthog":
      return [name, props];
  }
}
