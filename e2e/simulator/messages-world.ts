import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import { createMessages } from "@fanfare/sdk/engage/messages/messages";
import { createEmitter } from "@fanfare/sdk/lib/emitter";
import type { ApiResult } from "@fanfare/sdk/net/net";

const WIRE_MS_MAX = 200;
const RELOADS_SHARE = 0.2;
const FAILED_CALLS_SHARE = 0.1;
const PULL_MAX = 50;

/** What a browser profile keeps: its storage, a lock over its pages, and what was ever on its screen. */
export interface Device {
  readonly storage: Map<string, string>;
  readonly screen: number[];
  /** What the server was told of: on its way for a while, and never lost, because it goes through the outbox. */
  readonly seen: Set<string>;
  lane: Promise<void>;
}

interface Page {
  readonly device: Device;
  up: boolean;
  /** Grows with each connection: what was sent over an older one is lost. */
  line: number;
  arrives_at: number;
  readonly receive: (signal?: unknown) => void;
  readonly connection: (state: "waiting" | "connected" | "closed") => void;
}

/** `heedless`: pages do not heed that their connection was lost. `forgetful`: a device forgets what it has shown. */
export type Fault = "none" | "heedless" | "forgetful";

export interface MessagesWorld {
  readonly clock: ManualClock;
  readonly rng: Rng;
  readonly devices: readonly Device[];
  readonly sent: readonly LiveMessage[];
  send(): void;
  /** Cuts a page off, or closes it and opens another in its place. False: the one that was drawn is off already. */
  disconnect(): boolean;
}

/** Devices with pages of the SDK's real inbox, before a server that keeps everything and answers as `/v1/messages` does. */
export function messagesWorld(options: { seed: number; devices: number; pages: number; fault: Fault }): MessagesWorld {
  const rng = seededRng(options.seed);
  const clock = manualClock(Date.UTC(2026, 10, 21));
  const sent: LiveMessage[] = [];
  const latency_ms = (): number => 1 + rng.next() * WIRE_MS_MAX;
  const later = (task: () => void): void => void clock.after(latency_ms(), task);

  const open = (device: Device): Page => {
    const emitter = createEmitter((listener, data) => listener(data));
    const call = <Body>(): Promise<ApiResult<Body>> =>
      new Promise((resolve) => {
        later(() => {
          const messages = sent.filter(({ id }) => !device.seen.has(id)).slice(0, PULL_MAX);
          const fails = rng.next() < FAILED_CALLS_SHARE;
          later(() =>
            // The only call that these pages make is this one.
            resolve(
              fails
                ? { kind: "failed", retry_after_ms: 0 }
                : { kind: "ok", body: { messages } as Body, etag: undefined },
            ),
          );
        });
      });
    const hear = createMessages({
      ...{ clock, rng, emitter, named: "sim", net: { call } },
      // Of the page only its document's visibility is read.
      window: { document: { visibilityState: "visible", addEventListener() {}, removeEventListener() {} } } as never,
      storage: {
        get: (name) => (options.fault === "forgetful" ? undefined : device.storage.get(name)),
        set: (name, text) => void device.storage.set(name, text ?? ""),
      },
      report(what, error) {
        throw new Error(what, { cause: error });
      },
      now_ms: () => clock.now(),
      claims: () => ({}),
      suppressions: () => [],
      note: (_, { live_update_id }) => later(() => void device.seen.add(live_update_id)),
      exclusive(task) {
        device.lane = device.lane.then(task);
        return device.lane;
      },
      load: async () => (message, tell) => {
        device.screen.push(message.position);
        tell("seen");
        return { close() {} };
      },
    });
    return {
      device,
      up: false,
      line: 0,
      arrives_at: 0,
      receive: hear,
      connection: (state) => emitter.emit("connection", { state }),
    };
  };

  const enter = (page: Page, is_back: boolean): void => {
    const { line } = page;
    later(() => {
      if (page.line !== line) return;
      page.up = true;
      if (is_back && options.fault !== "heedless") page.receive();
    });
  };

  const devices = Array.from({ length: options.devices }, (): Device => {
    return { storage: new Map(), screen: [], seen: new Set(), lane: Promise.resolve() };
  });
  const pages = devices.flatMap((device) => Array.from({ length: options.pages }, () => open(device)));
  for (const page of pages) enter(page, false);

  return {
    clock,
    rng,
    devices,
    sent,
    send() {
      const position = sent.length + 1;
      const message: LiveMessage = {
        ...{ id: `lup_${position}`, position, priority: "normal", require_ack: false, collapse_key: null },
        body: { kind: "data", name: "number", data: position },
        created_at: new Date(clock.now()).toISOString(),
        expires_at: "2027-11-21T00:00:00.000Z",
      };
      sent.push(message);
      for (const page of pages) {
        if (!page.up) continue;
        const { line } = page;
        // In order on each connection.
        page.arrives_at = Math.max(page.arrives_at, clock.now() + latency_ms());
        clock.after(page.arrives_at - clock.now(), () => {
          if (page.line === line) page.receive({ message, spread_ms: WIRE_MS_MAX });
        });
      }
    },
    disconnect() {
      const index = Math.floor(rng.next() * pages.length);
      const page = pages[index];
      if (page === undefined || !page.up) return false;
      page.up = false;
      page.line++;
      if (rng.next() < RELOADS_SHARE) {
        page.connection("closed");
        const fresh = open(page.device);
        pages[index] = fresh;
        // As a boot says: what waits at that moment. What is sent before the channels are entered, nobody tells.
        later(() => {
          if (sent.some(({ id }) => !page.device.seen.has(id))) fresh.receive(sent.length);
          enter(fresh, false);
        });
        return true;
      }
      if (options.fault !== "heedless") page.connection("waiting");
      later(() => {
        page.connection("connected");
        enter(page, true);
      });
      return true;
    },
  };
}
