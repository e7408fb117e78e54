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

/** State of a browser profile: storage, a lock across its pages, and everything it has shown. */
export interface Device {
  readonly storage: Map<string, string>;
  readonly screen: number[];
  /** IDs reported to the server: delayed but never lost, because of the outbox. */
  readonly seen: Set<string>;
  lane: Promise<void>;
}

interface Page {
  readonly device: Device;
  up: boolean;
  /** Increases with each connection. Messages over older ones are lost. */
  line: number;
  arrives_at: number;
  readonly receive: (signal?: unknown) => void;
  readonly connection: (state: "waiting" | "connected" | "closed") => void;
}

/** `heedless`: pages ignore lost connections. `forgetful`: a device forgets what it has shown. */
export type Fault = "none" | "heedless" | "forgetful";

/**
 * Devices with pages that run the SDK's real inbox, and a server that stores everything and responds like
 * `/v1/messages`.
 */
export class MessagesWorld {
  readonly clock: ManualClock = manualClock(Date.UTC(2026, 10, 21));
  readonly rng: Rng;
  readonly devices: readonly Device[];
  readonly sent: LiveMessage[] = [];
  readonly #fault: Fault;
  readonly #pages: Page[];

  constructor(options: { seed: number; devices: number; pages: number; fault: Fault }) {
    this.rng = seededRng(options.seed);
    this.#fault = options.fault;
    this.devices = Array.from({ length: options.devices }, (): Device => {
      return { storage: new Map(), screen: [], seen: new Set(), lane: Promise.resolve() };
    });
    this.#pages = this.devices.flatMap((device) => Array.from({ length: options.pages }, () => this.#open(device)));
    for (const page of this.#pages) this.#enter(page, false);
  }

  send(): void {
    const position = this.sent.length + 1;
    const message: LiveMessage = {
      ...{ id: `lup_${position}`, position, priority: "normal", require_ack: false, collapse_key: null },
      body: { kind: "data", name: "number", data: position },
      created_at: new Date(this.clock.now()).toISOString(),
      expires_at: "2027-11-21T00:00:00.000Z",
    };
    this.sent.push(message);
    for (const page of this.#pages) {
      if (!page.up) continue;
      const { line } = page;
      // Messages of one connection arrive in order.
      page.arrives_at = Math.max(page.arrives_at, this.clock.now() + this.#latency_ms());
      this.clock.after(page.arrives_at - this.clock.now(), () => {
        if (page.line === line) page.receive({ message, spread_ms: WIRE_MS_MAX });
      });
    }
  }

  /** Disconnects a page, or closes it and opens another. False if the randomly chosen page is already offline. */
  disconnect(): boolean {
    const index = Math.floor(this.rng.next() * this.#pages.length);
    const page = this.#pages[index];
    if (page === undefined || !page.up) return false;
    page.up = false;
    page.line++;
    if (this.rng.next() < RELOADS_SHARE) {
      page.connection("closed");
      this.#pages[index] = this.#reload(page.device);
      return true;
    }
    if (this.#fault !== "heedless") page.connection("waiting");
    this.#later(() => {
      page.connection("connected");
      this.#enter(page, true);
    });
    return true;
  }

  #latency_ms(): number {
    return 1 + this.rng.next() * WIRE_MS_MAX;
  }

  #later(task: () => void): void {
    this.clock.after(this.#latency_ms(), task);
  }

  #open(device: Device): Page {
    const emitter = createEmitter((listener, data) => listener(data));
    const receive = createMessages({
      ...{ clock: this.clock, rng: this.rng, emitter, named: "sim", net: { call: () => this.#pull(device) } },
      // Only the document's visibility is read.
      window: {
        document: Object.create({ visibilityState: "visible" }),
        addEventListener() {},
        removeEventListener() {},
      } as never,
      storage: {
        get: (name) => (this.#fault === "forgetful" ? undefined : device.storage.get(name)),
        set: (name, text) => void device.storage.set(name, text ?? ""),
      },
      report(what, error) {
        throw new Error(what, { cause: error });
      },
      now_ms: () => this.clock.now(),
      claims: () => ({}),
      suppressions: () => [],
      note: (_, { live_update_id }) => this.#later(() => void device.seen.add(live_update_id)),
      exclusive(task) {
        device.lane = device.lane.then(task);
        return device.lane;
      },
      load: async () => (message, record) => {
        device.screen.push(message.position);
        record("seen");
        return { close() {} };
      },
    });
    const connection: Page["connection"] = (state) => emitter.emit("connection", { state });
    return { device, up: false, line: 0, arrives_at: 0, receive, connection };
  }

  /** The only call that these pages make. */
  #pull<Body>(device: Device): Promise<ApiResult<Body>> {
    return new Promise((resolve) => {
      this.#later(() => {
        const messages = this.sent.filter(({ id }) => !device.seen.has(id)).slice(0, PULL_MAX);
        const result: ApiResult<Body> =
          this.rng.next() < FAILED_CALLS_SHARE
            ? { kind: "failed", retry_after_ms: 0 }
            : { kind: "ok", body: { messages } as Body, etag: undefined };
        this.#later(() => resolve(result));
      });
    });
  }

  #enter(page: Page, is_back: boolean): void {
    const { line } = page;
    this.#later(() => {
      if (page.line !== line) return;
      page.up = true;
      if (is_back && this.#fault !== "heedless") page.receive();
    });
  }

  #reload(device: Device): Page {
    const page = this.#open(device);
    // Like a boot: returns the messages that are pending now. Messages sent before the channels are joined trigger no
    // signal.
    this.#later(() => {
      if (this.sent.some(({ id }) => !device.seen.has(id))) page.receive(this.sent.length);
      this.#enter(page, false);
    });
    return page;
  }
}
