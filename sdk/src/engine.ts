import { uuidv7 } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/v1";
import { atMost } from "./at-most.ts";
import { createEmitter } from "./emitter.ts";
import { type Call, deliverMessage, type Message } from "./engage/calls.ts";
import { createDatabase, type Queue } from "./engage/database.ts";
import { createDecisions, type Loaded, type Wishes } from "./engage/decisions.ts";
import { createEvents } from "./engage/events.ts";
import { createExclusive } from "./engage/exclusive.ts";
import { createGuidance } from "./engage/guidance.ts";
import type { GuideDeps } from "./engage/guide.ts";
import { createOutbox, type Outbox } from "./engage/outbox.ts";
import { browserStore } from "./engage/outbox-store.ts";
import { createOwnChannels, type Hear } from "./engage/own-channels.ts";
import { createSuppressions } from "./engage/suppressions.ts";
import { createIdentity } from "./identity.ts";
import { createAuthorizer } from "./live/authorizer.ts";
import { createLive, liveUrl } from "./live/live.ts";
import { createNet } from "./net.ts";
import type { InitOptions } from "./options.ts";
import { createInvoke, createReport } from "./report.ts";
import { type Consent, createStorage } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";

/** What the page said when it began; `debug` is what it said last. */
export interface Options extends Omit<InitOptions, "debug"> {
  readonly host: string;
  debug?: boolean | undefined;
}

/** What the stage does to the world outside the engine. */
export type Deeds = Pick<GuideDeps, "note" | "choose" | "celebrate">;

/** The parts of the SDK, joined: who tells whom. Nothing is asked of the server before `begin`. */
export function createEngine(options: Options, around: Surroundings, deeds: Deeds) {
  const { key, host, labels = {} } = options;
  const { window, clock, rng } = around;
  const named = `fanfare:${key}`;
  let consent = options.consent ?? "granted";
  /** Whom the last answer was about; -1 while there is none. */
  let epoch = -1;
  const granted = (): boolean => consent === "granted";

  const wishes: Wishes = { locale: options.locale };
  const report = createReport(options);
  const invoke = createInvoke(report);
  const emitter = createEmitter(invoke);
  const storage = createStorage(window, granted);
  const identity = createIdentity(key, storage, report);
  const net = createNet({ host, key, fetch: around.fetch, clock, identity, cookies: granted });

  // Where a page may store nothing, localStorage throws; Chromium, asked for its databases there, complains to the page as well.
  const indexedDB = () => window.localStorage && window.indexedDB;
  const database = createDatabase({ indexedDB, clock, allowed: granted }, named);
  const queue = <Value>(name: Queue) => ({
    clock,
    rng,
    storage,
    name: `${named}:${name}`,
    store: browserStore<Value>(database, name),
    exclusive: createExclusive(window.navigator, `${named}:${name}`),
    owners: (): readonly [string, ...string[]] => {
      const owner = identity.someone()?.external_id;
      return owner === undefined ? [""] : [owner, ""];
    },
  });
  const refresh = (): void => void decisions.load();
  const events = createEvents({
    ...queue("events"),
    ...{ net, report, claims: identity.claims, onDue: refresh },
    consent: () => consent,
    now_ms: () => decisions.now_ms(),
    booted: () => epoch !== -1,
  });
  const calls: Outbox<Call> = createOutbox({
    ...queue<Call>("calls"),
    deliver: (batch) => deliverMessage(world, batch[0]?.message),
    delay_ms: 0,
    batch_max: 1,
  });
  const world = {
    ...{ net, report, claims: identity.claims },
    onConflict: (current) => guidance.conflict(current),
    onChange: refresh,
  } satisfies Parameters<typeof deliverMessage>[0];
  /** The boot waits no longer than this for it. */
  const tell = () => atMost(clock, limits.outbox_before_boot_ms, calls.flush());
  const say = (message: Message): Promise<void> => calls.put({ id: uuidv7(clock, rng), message });

  const decisions = createDecisions(
    { clock, rng, net, identity, wishes, flush: () => tell() },
    {
      changed: (boot) => changed(boot),
      onSilence: (answer) =>
        void import("./engage/kept.ts").then(({ failed }) => failed({ ...shared, guidance }, answer), report),
    },
  );
  const suppressions = createSuppressions(decisions.now_ms);
  const live = createLive({
    ...{ clock, rng, invoke, connect: around.connect, url: liveUrl(host, key) },
    authorize: createAuthorizer(net),
    onVersion: (config_version) => decisions.heard(config_version, limits.change_spread_ms),
    onState: (state) => emitter.emit("connection", { state }),
  });
  const parts = { identity, net, events, decisions, emitter, report };
  /** For what is loaded later. */
  const shared = { ...around, ...deeds, ...parts, labels, named, storage, suppressions };
  let inbox: Promise<Hear> | undefined;
  const hear = (signal?: unknown): void => {
    // What becomes of it would be told.
    if (!granted()) return;
    inbox ??= import("./engage/open-messages.ts").then(({ openMessages }) =>
      openMessages({ ...shared, createExclusive }),
    );
    inbox.then(
      (tell) => tell(signal),
      (error) => {
        // The next signal tries again.
        inbox = undefined;
        report("a call failed", error);
      },
    );
  };
  const own = createOwnChannels(clock, live, decisions, hear);
  const actions = new Map<string, () => unknown>();
  const guidance = createGuidance(
    {
      ...shared,
      events: new Set(),
      pauses: new Set(),
      actions,
      newRunId: () => `run_${uuidv7(clock, rng)}`,
      // What is shown before somebody agreed leaves no trace: its run is not known later either.
      say: (move) => void (granted() && say({ kind: "progress", move })),
    },
    around.loadGuide,
  );

  const changed = (boot: BootResponse): void => {
    const first = epoch === -1;
    const arrived = epoch !== identity.epoch();
    const before = JSON.stringify(suppressions.list());
    epoch = identity.epoch();
    suppressions.settle(boot);
    own.follow(boot, identity.proven() || !!boot.anonymous, arrived && !first);
    if (arrived) {
      const { id: person_id, external_id, verified } = boot.person;
      emitter.emit("ready", { person_id, external_id, verified });
      // Not in the task of the answer, either.
      clock.after(0, () => void events.flush());
      if (!first) void calls.flush();
    }
    if (JSON.stringify(suppressions.list()) !== before) emitter.emit("suppressions", suppressions.list());
    emitter.emit("changed", { config_version: boot.app.config_version });
    guidance.consider();
    if (boot.messages) hear(boot.messages);
  };

  /** What the person hides has changed. */
  const suppressed = (): void => {
    emitter.emit("suppressions", suppressions.list());
    guidance.consider();
  };

  /** What is known of the person goes at once, from the page and from what it keeps: the next answer may be long in coming. */
  const forget = (): void => {
    identity.keep(null);
    // Other tabs, which may be about the same person still, keep nothing of them from now on (engage/kept.ts).
    storage.set(`${named}:left`, `${clock.now()}`);
    decisions.recall();
    suppressions.settle({ person: { id: "" }, suppressions: [] });
    guidance.forget();
    suppressed();
  };

  /** Who does not agree to be remembered takes along what this browser keeps of them: who they are at once. */
  const erase = (): void => {
    if (consent !== "denied") return;
    storage.set(`${named}:anonymous`);
    import("./engage/kept.ts").then(({ eraseAll }) => granted() || eraseAll(shared), report);
  };

  const flush = () => Promise.all([events.flush(), calls.flush()]);

  return {
    ...{ forget, suppressed, ...parts, actions, suppressions, live, guidance, say, storage, wishes },
    /** Asks who this is and what they may see. What an earlier page had left to say is said first, or beside it. */
    async begin(): Promise<Loaded> {
      for (const queue of [events, calls]) queue.takeOver();
      erase();
      const loading = decisions.load();
      const loaded = await ((await tell()) ? decisions.load() : loading);
      guidance.open();
      return loaded;
    },
    /** Says what is left to say, but waits no longer than for a boot. */
    flush: () => atMost(clock, limits.outbox_before_boot_ms, flush()),
    setConsent(next: Consent): void {
      consent = next;
      identity.persist();
      erase();
      void events.flush();
      if (!granted()) {
        // What is shown was kept.
        if (epoch !== identity.epoch()) forget();
      } else if (epoch !== -1) {
        // The cookie of an anonymous person comes with an answer.
        void decisions.load();
        // What came before was not listened to.
        hear();
      }
    },
    wake(): void {
      live.wake();
      decisions.wake(live.connected());
      guidance.consider();
      void flush();
    },
    hidden: events.flush,
    leave(): void {
      guidance.leave();
      events.leave();
      calls.leave();
      live.sleep();
    },
    comeBack(): void {
      live.wake();
      guidance.comeBack();
    },
    stop(): void {
      guidance.leave();
      for (const part of [decisions, events, calls, live]) part.stop();
      emitter.clear();
    },
  };
}
