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
import { read } from "../../lib/native.ts";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import type { Net } from "../../net/net.ts";
import type { TabLock } from "../outbox/outbox.ts";
import type { HandleSignal } from "./fanfare-channels.ts";
import { createInbox, threadOf } from "./inbox.ts";
import { createShownMessages } from "./shown-messages.ts";

export type MessageOutcome = "seen" | "acted" | "dismissed";

/** Displays a message or passes it to the page, and reports the outcome. `close` removes it without reporting. */
export type ShowMessage = (message: LiveMessage, tell: (outcome: MessageOutcome) => void) => { close(): void };

export interface MessagesDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly window: Window & typeof globalThis;
  readonly net: Net;
  readonly emitter: Emitter;
  readonly storage: Storage;
  readonly report: Report;
  /** By the server's clock, as far as known. */
  readonly now_ms: () => number;
  readonly claims: () => { readonly external_id?: string };
  readonly note: (name: LiveUpdateEventName, props: LiveUpdateProps) => void;
  readonly load: (kind: LiveUpdateKind) => Promise<ShowMessage>;
  readonly suppressions: () => readonly Suppression[];
  /** Prefix of the app's storage keys. */
  readonly named: string;
  /** Lets one tab at a time show messages. */
  readonly exclusive: TabLock;
}

/**
 * Shows live updates. Each is shown once per device, in the visible tab, in the order sent. Messages that arrive during
 * a request for missed ones wait.
 *
 * The returned handler takes a position (from a boot), the data of a signal, or undefined when channels were
 * resubscribed and messages may have been missed.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: One state machine over ten variables. Their object costs more bytes than the chunk's bound leaves.
export function createMessages(deps: MessagesDeps): HandleSignal {
  const { clock, window, emitter, note, exclusive } = deps;
  const inbox = createInbox();
  const shown = createShownMessages(deps);
  const open = new Map<string, { readonly key: string; readonly urgent: boolean; close(): void }>();
  const offs: (() => void)[] = [];
  let is_loading = false;
  /** Another request is needed after the current one. */
  let again = false;
  let losses = 0;
  /** Value of `losses` when the page was last known to be subscribed. */
  let entered = -1;
  /**
   * Whether incoming messages follow without a gap. `unsure`: something may have been sent between the boot and the
   * subscription. `lost`: disconnected and not yet resubscribed.
   */
  let line: "unsure" | "lost" | "sure" = "unsure";
  let due = false;
  /** A request deferred until the tab is visible: messages fetched for this device must be shown on it. */
  let parked = false;
  let asked_position = 0;
  let attempt = 0;
  let over = false;
  let paused_until_ms = 0;
  let cancel: Cancel = () => {};
  const isTabVisible = (): boolean => read(window.document, "visibilityState") === "visible";

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
    // A signal during the request may be about a message that this response lacks.
    if (mends === losses && !due && !again) line = "sure";
    const messages = answer.kind === "ok" ? answer.body.messages : [];
    // A full response may be incomplete, unless it only repeats messages that are already displayed.
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
          // It stays in the feed, and the page's handlers receive it.
          shown.add(message);
          emitter.emit("message", { ...message, acknowledge() {} });
          continue;
        }
        try {
          display(message, await deps.load(message.body.kind));
        } catch (error) {
          // Not marked as shown, so the next signal or page retries.
          deps.report("a live update couldn't be shown", error);
          return;
        }
      }
    });

  /** Paused by the person; urgent messages are still shown (WCAG 2.2.4). */
  const isPaused = ({ body, priority }: LiveMessage): boolean =>
    deps.now_ms() < paused_until_ms && priority !== "high" && body.kind !== "badge" && body.kind !== "data";

  /** Messages that need acknowledgment are shown on each page until acknowledged, including after a pause. */
  const isWanted = (message: LiveMessage): boolean => {
    const { id, require_ack, resend_of } = message;
    if (resend_of !== undefined && shown.has(seenKey(resend_of))) return false;
    return require_ack ? !open.has(id) && !shown.has(acknowledgedKey(id)) && !isPaused(message) : !shown.has(id);
  };

  const display = (message: LiveMessage, show: ShowMessage): void => {
    const { id } = message;
    const key = threadOf(message);
    shown.add(message);
    for (const [other, { key: other_key, close }] of open) {
      if (other_key !== key) continue;
      open.delete(other);
      close();
    }
    const outcomes = new Set<MessageOutcome>();
    const report = (outcome: MessageOutcome): void => {
      if (outcomes.has(outcome)) return;
      outcomes.add(outcome);
      // The server may not know this yet when this device fetches a resend.
      if (outcome === "seen") shown.add({ ...message, id: seenKey(message.resend_of ?? id) });
      else {
        open.delete(id);
        if (message.require_ack) shown.add({ ...message, id: acknowledgedKey(id) });
      }
      note(`live_update_${outcome}`, { live_update_id: id, device: shown.device });
    };
    const { close } = show(message, report);
    open.set(id, { key, urgent: message.priority === "high", close });
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
  window.addEventListener("visibilitychange", onVisible);
  offs.push(
    () => window.removeEventListener("visibilitychange", onVisible),
    emitter.on("connection", ({ state }) => {
      if (state !== "connected") {
        line = "lost";
        losses++;
      }
      if (state === "closed") stop();
    }),
    emitter.on("suppressions", hold),
    // The person changed: messages for the previous one must not be shown.
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
    // Sent by our own server (contract/live-update.ts); validated only where a wrong value could do harm.
    const { message, spread_ms } = signal as Partial<MessageSignal>;
    if (message !== undefined && line === "sure") {
      inbox.add([message]);
      void showAll();
      return;
    }
    // The first signal proves that the page is subscribed.
    if (line === "unsure") entered = losses;
    if (due) return;
    due = true;
    cancel = clock.after(deps.rng.next() * Math.min(Number(spread_ms) || 0, limits.retry_cap_ms), () => {
      due = false;
      void load();
    });
  };
}

function seenKey(first: string): string {
  return `${first}~`;
}

function acknowledgedKey(id: string): string {
  return `${id}!`;
}
