import { uuidv7 } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { InitOptions } from "../api/options.ts";
import {
  createDecisions,
  type FailedLoad,
  type LoadResult,
  type RequestPreferences,
} from "../engage/decide/decisions.ts";
import { createSuppressions } from "../engage/decide/suppressions.ts";
import { createFanfareChannels, type HandleSignal } from "../engage/messages/fanfare-channels.ts";
import { browserStore } from "../engage/outbox/browser-store.ts";
import type { Command, QueuedCommand } from "../engage/outbox/command.ts";
import type { CommandDeps } from "../engage/outbox/commands.ts";
import { createDatabase, type Queue } from "../engage/outbox/database.ts";
import { createEventQueue, type QueuedEvent } from "../engage/outbox/event-queue.ts";
import { createOutbox, type Outbox } from "../engage/outbox/outbox.ts";
import { createTabLock } from "../engage/outbox/tab-lock.ts";
import { createGuidance } from "../engage/stage/guidance.ts";
import type { GuideDeps } from "../engage/stage/guide.ts";
import { createEmitter } from "../lib/emitter.ts";
import { toJson } from "../lib/json.ts";
import type { PageHide } from "../lib/lifecycle.ts";
import { createInvoke, createReport } from "../lib/report.ts";
import { type Consent, createStorage } from "../lib/storage.ts";
import { withTimeout } from "../lib/timeout.ts";
import { createIdentity } from "../net/identity.ts";
import { createNet } from "../net/net.ts";
import { createAuthorizer } from "../realtime/authorizer.ts";
import { createRealtimeClient, realtimeUrl } from "../realtime/realtime-client.ts";
import type { Environment } from "./environment.ts";

export interface ClientOptions extends Omit<InitOptions, "debug"> {
  readonly host: string;
  debug?: boolean | undefined;
}

export type EngineActions = Pick<GuideDeps, "note" | "choose" | "celebrate">;

/** Wires the parts of the SDK together. Sends nothing to the server before `begin`. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: A split costs about 150 bytes of the core.
export function createEngine(options: ClientOptions, around: Environment, host_actions: EngineActions) {
  const { key, host, labels = {} } = options;
  const { window, clock, rng } = around;
  const named = `fanfare:${key}`;
  let consent = options.consent ?? "granted";
  /** The identity epoch of the last response; -1 before the first. */
  let epoch = -1;
  const granted = (): boolean => consent === "granted";
  /** True once the server has responded for this person. Until then, it may refuse who they claim to be. */
  const isAccepted = (): boolean => epoch === identity.epoch();

  const preferences: RequestPreferences = { locale: options.locale };
  const report = createReport(options);
  const invoke = createInvoke(report);
  const emitter = createEmitter(invoke);
  const storage = createStorage(window, granted);
  const identity = createIdentity(key, storage, report);
  const net = createNet({ host, key, fetch: around.fetch, clock, identity, cookies: granted });

  // Where storage is blocked, localStorage throws. Reading indexedDB there also makes Chromium report it to the page.
  const indexedDB = () => window.localStorage && window.indexedDB;
  const database = createDatabase({ indexedDB, clock, allowed: granted }, named);
  const base = { clock, rng, report, identity, net, preferences, isAccepted, storage, named };
  const queue = <Value>(name: Queue) => ({
    ...base,
    name: `${named}:${name}`,
    store: browserStore<Value>(database, name),
    exclusive: createTabLock(window.navigator, `${named}:${name}`),
    owners: (): readonly [string, ...string[]] => {
      const owner = identity.identifiedPerson()?.external_id;
      return owner === undefined ? [""] : [owner, ""];
    },
  });
  const refresh = (): void => void decisions.load();
  const events = createEventQueue({
    ...queue<QueuedEvent>("events"),
    onDue: refresh,
    consent: () => consent,
    now_ms: () => decisions.now_ms(),
  });
  let deliverCommand: typeof import("../engage/outbox/commands.ts").deliverCommand | undefined;
  const calls: Outbox<QueuedCommand> = createOutbox({
    ...queue<QueuedCommand>("calls"),
    async deliver([item], leaving) {
      const about = identity.epoch();
      // Kept, because a closing page waits for no import.
      deliverCommand ??= (await import("../engage/outbox/commands.ts")).deliverCommand;
      // Sent again when its person is back.
      if (about !== identity.epoch()) return { kind: "failed", retry_after_ms: 0 };
      return deliverCommand(environment, item?.message, leaving);
    },
    delay_ms: 0,
    batch_max: 1,
  });
  const environment: CommandDeps = {
    ...base,
    onConflict: (current) => guidance.conflict(current),
    origin: () => live.origin(),
    onChange: refresh,
  };
  /** Upper bound on how long the boot request waits for queued calls. */
  const flushOutbox = () => withTimeout(clock, limits.outbox_before_boot_ms, calls.flush());
  const enqueue = (message: Command): Promise<void> => calls.put({ id: uuidv7(clock, rng), message });

  const readConfirmed = (date: string | null | undefined) =>
    import("../engage/decide/offline-cache.ts").then(
      (cache) => cache.readConfirmed(shared, date),
      // Without its code, the cached response is no use.
      () => void identity.storeAnonymous(null),
    );
  const consultCache = (silence?: FailedLoad): void =>
    void import("../engage/decide/offline-cache.ts").then(
      ({ applyCache }) => applyCache({ ...shared, guidance }, silence),
      report,
    );
  const decisions = createDecisions(
    { ...base, flush: () => flushOutbox(), readConfirmed },
    {
      changed: (boot) => changed(boot),
      onSilence: consultCache,
    },
  );
  const suppressions = createSuppressions(decisions.now_ms);
  const live = createRealtimeClient({
    ...{ ...base, invoke, connect: around.connect, url: realtimeUrl(host, key) },
    authorize: createAuthorizer(net),
    onVersion: (config_version) => decisions.onVersionSignal(config_version, limits.change_spread_ms),
    onState: (state) => emitter.emit("connection", { state }),
  });
  const parts = { ...base, events, decisions, emitter };
  const shared = { ...around, ...host_actions, ...parts, host, labels, named, storage, suppressions };
  let inbox: Promise<HandleSignal> | undefined;
  const onSignal = (signal?: unknown): void => {
    // Reading messages would produce receipts, which need consent.
    if (!granted()) return;
    inbox ??= import("../engage/messages/open-messages.ts").then(({ openMessages }) =>
      openMessages({ ...shared, createExclusive: createTabLock }),
    );
    inbox.then(
      (flushOutbox) => flushOutbox(signal),
      (error) => {
        // Retry on the next signal.
        inbox = undefined;
        report("a call failed", error);
      },
    );
  };
  const own = createFanfareChannels(live, decisions, onSignal);
  const actions = new Map<string, () => unknown>();
  const guidance = createGuidance(
    {
      ...shared,
      events: new Set(),
      pauses: new Set(),
      actions,
      newRunId: () => `run_${uuidv7(clock, rng)}`,
      // Without consent, runs leave no trace and can't be resumed later.
      saveMove: (move) => void (granted() && enqueue({ kind: "progress", move })),
    },
    around.loadGuide,
  );

  const changed = (boot: BootResponse): void => {
    const first = epoch === -1;
    const arrived = !isAccepted();
    const before = JSON.stringify(suppressions.list());
    epoch = identity.epoch();
    suppressions.settle(boot);
    own.follow(boot, identity.isVerifiedPerson() || boot.anonymous, arrived && !first);
    if (arrived) {
      const { id: person_id, external_id, verified } = boot.person;
      emitter.emit("ready", { person_id, external_id, verified });
      // In a separate task, not in the one that handles the response. Content that it has appears first.
      clock.after(boot.decisions.length && limits.connect_after_content_ms, () => {
        live.open();
        void events.flush();
      });
      void calls.flush();
    }
    if (JSON.stringify(suppressions.list()) !== before) emitter.emit("suppressions", suppressions.list());
    emitter.emit("changed", { config_version: boot.app.config_version });
    guidance.reevaluate();
    if (boot.extras)
      import("../engage/extras.ts").then((part) => part.followExtras({ ...shared, guidance, granted }), report);
    if (boot.messages) onSignal(boot.messages);
  };

  const onSuppressed = (): void => {
    emitter.emit("suppressions", suppressions.list());
    guidance.reevaluate();
  };

  /** Clears the person's data from the page and from storage immediately, without waiting for the next response. */
  const forget = (): void => {
    identity.storeAnonymous(null);
    // Signals other tabs, which may still belong to the same person, to cache nothing about them from now on
    // (engage/decide/offline-cache.ts).
    storage.set(`${named}:left`, `${clock.now()}`);
    decisions.restoreCached();
    suppressions.settle({ person: { id: "" }, suppressions: [] });
    guidance.forget();
    onSuppressed();
  };

  /**
   * Deletes stored data when consent is denied: the anonymous identity immediately, the rest once its module is loaded.
   */
  const erase = (): void => {
    if (consent !== "denied") return;
    storage.set(`${named}:anonymous`);
    import("../engage/decide/offline-cache.ts").then(({ eraseAll }) => granted() || eraseAll(shared), report);
  };

  const flushOnLeave = (): void => {
    for (const queue of [events, calls]) queue.flushOnLeave();
  };

  return {
    ...{ forget, onSuppressed, ...parts, actions, suppressions, live, guidance, enqueue, storage, toJson },
    /**
     * Loads the person's identity and decisions. Calls queued by an earlier page are sent first, or in parallel if they
     * take too long.
     */
    async begin(): Promise<LoadResult> {
      for (const queue of [events, calls]) queue.recoverLeftovers();
      erase();
      // Before the request, because this page is likely to show content, too, and perhaps without the response.
      const cached = identity.cachedResponse();
      if (cached) {
        around.loadGuide(cached).catch(report);
        consultCache();
      }
      const loading = decisions.load();
      const loaded = await ((await flushOutbox()) ? decisions.load() : loading);
      guidance.open();
      return loaded;
    },
    setConsent(next: Consent): void {
      consent = next;
      identity.persistAnonymous();
      erase();
      void events.flush();
      if (!granted()) {
        // No response for this person yet, so what is shown came from the cache.
        if (!isAccepted()) forget();
      } else if (epoch !== -1) {
        // The response sets the cookie of the anonymous visitor.
        void decisions.load();
        // Earlier signals were ignored without consent.
        onSignal();
      }
    },
    wake(): void {
      live.wake();
      decisions.wake(live.connected());
      guidance.reevaluate();
      void events.flush();
      void calls.flush();
    },
    hidden: events.flush,
    flushOnLeave,
    leave(event: PageHide): void {
      guidance.leave(event);
      flushOnLeave();
      live.sleep();
    },
    restorePage(): void {
      live.wake();
      guidance.restorePage();
    },
    stop(): void {
      guidance.leave();
      for (const part of [decisions, events, calls, live]) part.stop();
      emitter.clear();
    },
  };
}
