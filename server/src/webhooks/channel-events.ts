import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { isFanfareChannel } from "@fanfare/contract/realtime/channel";
import type { WebhookEvent } from "@fanfare/contract/realtime/webhook";
import type { ChannelActivity } from "../channels/channel-observer.ts";

interface Absence {
  readonly app_id: AppId;
  /** Emitted if the absence lasts. */
  readonly event: WebhookEvent;
  readonly due_ms: number;
}

type Emit = (app_id: AppId, event: WebhookEvent) => void;

/**
 * Webhook rules of the Pusher protocol: an absence is emitted after `limits.webhook_absence_ms`. If it ends earlier,
 * neither it nor the return is emitted. The same holds, with more time, for all who were present when the server
 * stopped. A cache miss is emitted once while it lasts. Channels of Fanfare's own SDK are excluded.
 *
 * State: absences in order with one timer for the first, and empty cache channels. Everything else is emitted
 * immediately.
 *
 * @example
 * const events = new WebhookEvents({ clock, emit: (app_id, event) => batches.add(app_id, event) });
 * events.observe(app.id, { kind: "occupied", channel });
 */
export class WebhookEvents {
  readonly #emit: Emit;
  readonly #absences: Absences;
  /** Those of the previous process. */
  readonly #returns: Absences;
  readonly #empty_caches = new Set<string>();

  constructor({ clock, emit }: { readonly clock: Clock; readonly emit: Emit }) {
    this.#emit = emit;
    this.#absences = new Absences({ clock, emit, duration_ms: limits.webhook_absence_ms });
    this.#returns = new Absences({ clock, emit, duration_ms: limits.webhook_return_ms });
  }

  /** Nobody is connected after a start. `user_id` is empty for the channel itself. */
  expectReturn(app_id: AppId, { channel, user_id }: { readonly channel: string; readonly user_id: string }): void {
    const key = `${app_id}:${channel}`;
    if (user_id === "") this.#returns.begin(key, app_id, { name: "channel_vacated", channel });
    else this.#returns.begin(`${key}:${user_id}`, app_id, { name: "member_removed", channel, user_id });
  }

  observe(app_id: AppId, activity: ChannelActivity): void {
    const { channel } = activity;
    if (isFanfareChannel(channel)) return;
    // Keys are unique: app IDs and channel names contain no `:`, and the user ID comes last.
    const key = `${app_id}:${channel}`;
    switch (activity.kind) {
      case "occupied":
        this.#arrive(key, app_id, { name: "channel_occupied", channel });
        return;
      case "vacated":
        this.#absences.begin(key, app_id, { name: "channel_vacated", channel });
        return;
      case "member_added": {
        const { user_id } = activity;
        this.#arrive(`${key}:${user_id}`, app_id, { name: "member_added", channel, user_id });
        return;
      }
      case "member_removed": {
        const { user_id } = activity;
        this.#absences.begin(`${key}:${user_id}`, app_id, { name: "member_removed", channel, user_id });
        return;
      }
      case "client_event": {
        const { event, data, socket_id, user_id } = activity;
        const emitted = { name: "client_event", channel, event, data, socket_id } as const;
        this.#emit(app_id, user_id === undefined ? emitted : { ...emitted, user_id });
        return;
      }
      case "cache_miss":
        if (this.#addEmptyCache(key)) this.#emit(app_id, { name: "cache_miss", channel });
        return;
      case "cache_filled":
        this.#empty_caches.delete(key);
        return;
      case "subscription_count":
        this.#emit(app_id, { name: "subscription_count", channel, subscription_count: activity.count });
        return;
    }
  }

  /** Forgets all absences. The next process expects their return. */
  stop(): void {
    this.#absences.stop();
    this.#returns.stop();
  }

  /** Emits `event` unless it ends an absence. */
  #arrive(key: string, app_id: AppId, event: WebhookEvent): void {
    const is_back = this.#returns.end(key);
    if (!this.#absences.end(key) && !is_back) this.#emit(app_id, event);
  }

  /** Returns false if the miss was already emitted. */
  #addEmptyCache(key: string): boolean {
    if (this.#empty_caches.has(key)) return false;
    this.#empty_caches.add(key);
    for (const oldest of this.#empty_caches) {
      if (this.#empty_caches.size <= limits.cached_channels_max) break;
      this.#empty_caches.delete(oldest);
    }
    return true;
  }
}

/** Channels and members that may return before their absence is emitted. */
class Absences {
  readonly #clock: Clock;
  readonly #emit: Emit;
  readonly #duration_ms: number;
  /** In order of their start. */
  readonly #absences = new Map<string, Absence>();
  #cancelTimer: Cancel | undefined;

  constructor(options: { readonly clock: Clock; readonly emit: Emit; readonly duration_ms: number }) {
    this.#clock = options.clock;
    this.#emit = options.emit;
    this.#duration_ms = options.duration_ms;
  }

  begin(key: string, app_id: AppId, event: WebhookEvent): void {
    this.#absences.set(key, { app_id, event, due_ms: this.#clock.now() + this.#duration_ms });
    this.#watch();
  }

  /** Returns false if nothing was absent under this key. */
  end(key: string): boolean {
    const was_absent = this.#absences.delete(key);
    if (was_absent) this.#watch();
    return was_absent;
  }

  stop(): void {
    this.#absences.clear();
    this.#watch();
  }

  #watch(): void {
    const [first] = this.#absences.values();
    if (first === undefined) {
      this.#cancelTimer?.();
      this.#cancelTimer = undefined;
    } else {
      this.#cancelTimer ??= this.#clock.after(Math.max(0, first.due_ms - this.#clock.now()), () => this.#emitDue());
    }
  }

  #emitDue(): void {
    this.#cancelTimer = undefined;
    for (const [key, { app_id, event, due_ms }] of this.#absences) {
      const left_ms = due_ms - this.#clock.now();
      // More than the full time remains only if the clock was set back. Emit then, too.
      if (left_ms > 0 && left_ms <= this.#duration_ms) break;
      this.#absences.delete(key);
      this.#emit(app_id, event);
    }
    this.#watch();
  }
}
