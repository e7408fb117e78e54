import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type {
  LiveMessage,
  LiveUpdateEventName,
  LiveUpdateKind,
  LiveUpdateProps,
  MessageSignal,
} from "@fanfare/contract/realtime/live-update";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { MessagesResponse } from "@fanfare/contract/schema/realtime/live-update";
import type { Emitter } from "../../lib/emitter.ts";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import type { Net } from "../../net/net.ts";
import type { TabLock } from "../outbox/outbox.ts";
import type { HandleSignal } from "./fanfare-channels.ts";
import { createInbox } from "./inbox.ts";
import { createShownMessages } from "./shown-messages.ts";

/** What became of a message that is on the screen. */
export type MessageOutcome = "seen" | "acted" | "dismissed";

/** Puts a message on the screen, or hands it to the page; tells what becomes of it. `close` takes it away, silently. */
export type ShowMessage = (message: LiveMessage, tell: (outcome: MessageOutcome) => void) => { close(): void };

export interface MessagesDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly window: Window & typeof globalThis;
  readonly net: Net;
  readonly emitter: Emitter;
  readonly storage: Storage;
  readonly report: Report;
  /** By the server's clock, as far as it is known. */
  readonly now_ms: () => number;
  readonly claims: () => { readonly external_id?: string };
  readonly note: (name: LiveUpdateEventName, props: LiveUpdateProps) => void;
  /** What puts this kind on the screen, once it is here. */
  readonly load: (kind: LiveUpdateKind) => Promise<ShowMessage>;
  /** What the person hid, as the server last told. */
  readonly suppressions: () => readonly Suppression[];
  /** Names what belongs to this app in the storage. */
  readonly named: string;
  /** One tab at a time shows what is to be shown once. */
  readonly exclusive: TabLock;
}

/**
 * Live updates in a page. Each is shown once on this device, in the tab that somebody looks at, in the order in which they
 * were sent: while the server is asked for what was missed, what arrives waits.
 *
 * Hears a position, from a boot; the data of a signal; or nothing, when the page's channels were entered again and
 * something may have been missed.
 */
export function createMessages(deps: MessagesDeps): HandleSignal {
  const { clock, window, emitter, note, exclusive } = deps;
  const inbox = createInbox();
  const shown = createShownMessages(deps);
  const open = new Map<string, { readonly key: string | null; readonly urgent: boolean; close(): void }>();
  const offs: (() => void)[] = [];
  let is_loading = false;
  /** Something to ask came while the server was being asked. */
  let again = false;
  /** How often the connection was lost. */
  let losses = 0;
  /** After how many losses the page was last known to be on its channels. */
  let entered = -1;
  /**
   * Whether what arrives follows on what is here. `unsure`: something may have been sent between the page's boot and its
   * channels. `lost`: the connection was, and its channels have not been entered again.
   */
  let line: "unsure" | "lost" | "sure" = "unsure";
  let due = false;
  /** A question that waits until somebody looks: what is taken for this device must be shown on it. */
  let parked = false;
  let asked_position = 0;
  let attempt = 0;
  let over = false;
  let paused_until_ms = 0;
  let cancel: Cancel = () => {};
  const isTabVisible = (): boolean => window.document.visibilityState === "visible";

  const load = async (): Promise<void> => {
    if (over) return;
    if (!isTabVisible()) {
      parked = true;
      return;
    }
    if (is_loading) {
      again = true;
      return;
    }
    is_loading = true;
    again = false;
    const mends = entered;
    const json = { ...deps.claims(), device: shown.device };
    const answer = await deps.net.call<MessagesResponse>("POST", "/v1/messages", { json });
    is_loading = false;
    if (over) return;
    if (answer.kind === "failed") {
      const wait_ms = Math.max(answer.retry_after_ms, limits.retry_base_ms * 2 ** Math.min(attempt++, 8));
      cancel = clock.after(Math.min(wait_ms, limits.retry_cap_ms), () => void load());
      return;
    }
    attempt = 0;
    // A signal that came meanwhile is about something that this answer may not hold.
    if (mends === losses && !due && !again) line = "sure";
    const messages = answer.kind === "ok" ? answer.body.messages : [];
    // A full answer may not be all, unless it is what stands here already and waits to be seen.
    const more = messages.length >= limits.live_updates_per_pull_max && messages.some(isWanted);
    inbox.add(messages);
    await showAll();
    if (again || more) void load();
  };

  const showAll = (): Promise<void> =>
    exclusive(async () => {
      for (;;) {
        if (over || is_loading || !isTabVisible()) return;
        const message = inbox.take(deps.now_ms());
        if (message === undefined) return;
        if (!isWanted(message)) continue;
        if (isPaused(message)) {
          // The feed has it, and the page's handlers hear of it.
          shown.add(message);
          emitter.emit("message", { ...message, acknowledge() {} });
          continue;
        }
        try {
          display(message, await deps.load(message.body.kind));
        } catch (error) {
          // It was not marked as shown: the next signal or page tries again.
          deps.report("a live update couldn't be shown", error);
          return;
        }
      }
    });

  /** The person wants to see none of it now. What is urgent comes nevertheless (WCAG 2.2.4). */
  const isPaused = ({ body, priority }: LiveMessage): boolean =>
    deps.now_ms() < paused_until_ms && priority !== "high" && body.kind !== "badge" && body.kind !== "data";

  /** What must be acknowledged comes again on each page until it is, and after a pause. */
  const isWanted = (message: LiveMessage): boolean => {
    const { id, require_ack } = message;
    return require_ack ? !open.has(id) && !shown.has(acknowledgedKey(id)) && !isPaused(message) : !shown.has(id);
  };

  const display = (message: LiveMessage, show: ShowMessage): void => {
    const { id, collapse_key } = message;
    shown.add(message);
    for (const [other, { key, close }] of open) {
      if (collapse_key === null || key !== collapse_key) continue;
      open.delete(other);
      close();
    }
    const outcomes = new Set<MessageOutcome>();
    const report = (outcome: MessageOutcome): void => {
      if (outcomes.has(outcome)) return;
      outcomes.add(outcome);
      if (outcome !== "seen") {
        open.delete(id);
        if (message.require_ack) shown.add({ ...message, id: acknowledgedKey(id) });
      }
      note(`live_update_${outcome}`, { live_update_id: id, device: shown.device });
    };
    const { close } = show(message, report);
    open.set(id, { key: collapse_key, urgent: message.priority === "high", close });
    emitter.emit("message", { ...message, acknowledge: () => report("acted") });
  };

  const clear = (): void => {
    inbox.clear();
    for (const { close } of open.values()) close();
    open.clear();
  };

  const hold = (suppressions: readonly Suppression[]): void => {
    const before_ms = paused_until_ms;
    const pause = suppressions.find(({ scope }) => scope === "live_updates");
    paused_until_ms = pause === undefined ? 0 : Date.parse(pause.expires_at);
    if (paused_until_ms < before_ms) void load();
    for (const [id, { urgent, close }] of open) {
      if (urgent || deps.now_ms() >= paused_until_ms) continue;
      open.delete(id);
      close();
    }
  };
  hold(deps.suppressions());

  const onVisible = (): void => {
    const is_parked = parked;
    parked = false;
    void (is_parked ? load() : showAll());
  };
  window.document.addEventListener("visibilitychange", onVisible);
  offs.push(
    () => window.document.removeEventListener("visibilitychange", onVisible),
    emitter.on("connection", ({ state }) => {
      if (state !== "connected") {
        line = "lost";
        losses++;
      }
      // The page shuts Fanfare down.
      if (state === "closed") stop();
    }),
    emitter.on("suppressions", hold),
    // Somebody else looks at the page: what was said to the one before is not for them.
    emitter.on("ready", () => {
      asked_position = 0;
      clear();
    }),
  );

  const stop = (): void => {
    over = true;
    cancel();
    for (const off of offs) off();
    clear();
  };

  return (signal) => {
    if (typeof signal === "number") {
      if (signal > asked_position) void load();
      asked_position = Math.max(asked_position, signal);
      return;
    }
    if (signal === undefined) {
      entered = losses;
      void load();
      return;
    }
    // Our own server's words (contract/live-update.ts), checked where a wrong one could hurt.
    const { message, spread_ms } = signal as Partial<MessageSignal>;
    if (message !== undefined && line === "sure") {
      inbox.add([message]);
      void showAll();
      return;
    }
    // The first signal came over a channel, so that the page is on it.
    if (line === "unsure") entered = losses;
    if (due) return;
    due = true;
    cancel = clock.after(deps.rng.next() * Math.min(Number(spread_ms) || 0, limits.retry_cap_ms), () => {
      due = false;
      void load();
    });
  };
}

/** Under which name it is kept that a message was acknowledged on this device. */
function acknowledgedKey(id: string): string {
  return `${id}!`;
}
