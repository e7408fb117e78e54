import { setDefaultTimeout } from "bun:test";
import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { type AppId, type AppKey, newId, uuidv7, type WebhookId } from "@fanfare/contract/lib/ids";
import { type Rng, seededRng, systemRng } from "@fanfare/contract/lib/rng";
import type { ChannelName } from "@fanfare/contract/realtime/channel";
import type { WebhookEvent } from "@fanfare/contract/realtime/webhook";
import type { WebhookKind } from "@fanfare/contract/realtime/webhook-topics";
import type { WebhookEventSelection } from "@fanfare/contract/schema/realtime/webhook";
import { jsonLog } from "../../src/lib/log.ts";
import type { Signer } from "../../src/lib/signing.ts";
import { createVault, KEY_BYTES } from "../../src/lib/vault.ts";
import type { PostOutcome, PostRequest } from "../../src/outbound-http/guarded-post.ts";
import { toBit, toJson } from "../../src/store/columns.ts";
import { insertRow } from "../../src/store/statements/insert-row.ts";
import { recordPersonFact } from "../../src/store/statements/realtime/facts.ts";
import type { AttemptRow } from "../../src/store/statements/realtime/webhook-attempts.ts";
import type { DeliveryRow } from "../../src/store/statements/realtime/webhook-deliveries.ts";
import type { Store } from "../../src/store/store.ts";
import { openWebhooks, type Webhooks } from "../../src/webhooks/webhooks.ts";
import { eventually } from "./eventually.ts";
import { sampleRows } from "./sample-rows.ts";
import { temporaryStore } from "./temporary-store.ts";

/** Generous for slow machines. */
setDefaultTimeout(60_000);

export const APP_ID = "1001" as AppId; // Cast: made-up test ID.
export const URL_OF_SHOP = "https://shop.example/hook";
export const SIGNER: Signer = { key: "shop-key", secrets: [{ secret: "newer-secret" }, { secret: "older-secret" }] };

const QUIET_TURNS = 4;

export const answeredOutcome = (status: number, excerpt = ""): PostOutcome => ({
  outcome: "answered",
  status,
  excerpt,
});

export interface ReceivedCall extends PostRequest {
  readonly at_ms: number;
  readonly id: string;
  readonly time_ms: number;
  readonly events: readonly WebhookEvent[];
}

/** Webhooks over a real store, with a function as receiver and a clock that the test controls. */
export interface WebhookFixture {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly calls: ReceivedCall[];
  readonly lines: readonly string[];
  /** The receiver's behavior. May be slow. */
  answer: (call: ReceivedCall) => PostOutcome | Promise<PostOutcome>;
  signer: Signer | undefined;
  readonly webhooks: Webhooks;
  /** Opens webhooks like a server start. The previous ones aren't stopped. */
  reopen(): Promise<Webhooks>;
  addWebhook(fields?: {
    url?: string;
    wanted?: WebhookEventSelection;
    enabled?: boolean;
    kind?: WebhookKind;
  }): Promise<WebhookId>;
  /** Occupies these channels, which were vacant. */
  occupy(...channels: readonly string[]): void;
  /** Records a fact, which becomes a message of engagement webhooks. */
  message(): Promise<void>;
  rows(): Promise<readonly DeliveryRow[]>;
  /** In order of creation. */
  attempts(): Promise<readonly AttemptRow[]>;
  /** Advances time in steps and lets everything due happen at each step. Doesn't wait for unanswered requests. */
  pass(duration_ms: number, step_ms?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Polls until the condition holds, at each turn of the event loop. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(holds, { pause: () => new Promise(setImmediate) });

/** A store that counts its writes under way, and a wait until everything has settled. */
function trackWrites(inner: Store): { readonly store: Store; readonly settle: () => Promise<void> } {
  let writing = 0;
  return {
    store: {
      ...inner,
      async write(batch) {
        writing++;
        try {
          return await inner.write(batch);
        } finally {
          writing--;
        }
      },
    },
    // Reads and calls end within one turn of the event loop. Anything later is a write or waits for a timer.
    async settle() {
      for (let quiet_turns = 0; quiet_turns < QUIET_TURNS; quiet_turns = writing > 0 ? 0 : quiet_turns + 1) {
        await new Promise(setImmediate);
      }
    },
  };
}

async function addApp(store: Store): Promise<void> {
  const app = { id: APP_ID, key: "shop-key" as AppKey, name: "Shop", first_page_at: null } as const;
  const flags = { paused: 0, system: 0, require_identity: 0 } as const;
  const fresh = {
    allowed_origins: "[]",
    config_version: 1,
    config_raised_at: 0,
    created_at: 0,
    settings: "{}",
    revision: 1,
    changes: 1,
  };
  await store.write([{ query: insertRow(store.db, "apps", { ...app, ...flags, ...fresh }), expect: 1 }]);
}

export async function createWebhookFixture(options: { readonly rng?: Rng } = {}): Promise<WebhookFixture> {
  const temporary = await temporaryStore();
  const { store, settle } = trackWrites(temporary.store);
  const clock = manualClock(Date.UTC(2026, 10, 21, 12));
  const rng = options.rng ?? seededRng(1);
  const vault = createVault([systemRng.bytes(KEY_BYTES)]);
  const calls: ReceivedCall[] = [];
  const lines: string[] = [];
  await addApp(store);

  const open = (): Promise<Webhooks> =>
    openWebhooks({
      ...{ clock, rng, store, vault },
      log: jsonLog({ clock, level: "debug", write: (line) => lines.push(line) }),
      peopleInSegments: async () => new Set(),
      onDeliveryFailed: () => lines.push("told of what was given up"),
      apps: { byId: (id) => (id === APP_ID ? server.signer : undefined) },
      async post(request) {
        const { time_ms, events } = JSON.parse(request.body);
        const id = request.headers["X-Fanfare-Delivery"] ?? "";
        const call: ReceivedCall = { ...request, id, time_ms, events, at_ms: clock.now() };
        calls.push(call);
        return await server.answer(call);
      },
    });
  let webhooks: Webhooks | undefined;
  const opened = (): Webhooks => {
    if (webhooks === undefined) throw new Error("Add a webhook first, or reopen.");
    return webhooks;
  };

  const server: WebhookFixture = {
    ...{ clock, store, calls, lines, signer: SIGNER },
    answer: () => answeredOutcome(200),
    get webhooks() {
      return opened();
    },
    async reopen() {
      webhooks = await open();
      return webhooks;
    },
    async addWebhook({ url = URL_OF_SHOP, wanted: events = "all", enabled = true, kind = "channels" } = {}) {
      const id = newId("whk", clock, rng);
      const row = {
        ...{ id, app_id: APP_ID, url, events: toJson(events), enabled: toBit(enabled), created_at: clock.now() },
        ...{ failing_since: null, stopped_at: null },
        ...({ kind, filter: "{}", signing_secrets: "[]" } as const),
      };
      await store.write([{ query: insertRow(store.db, "webhooks", row), expect: 1 }]);
      webhooks ??= await open();
      await webhooks.refresh(APP_ID);
      return id;
    },
    occupy(...channels) {
      for (const channel of channels) {
        // Cast: made-up test channel.
        opened().observe(APP_ID, { kind: "occupied", channel: channel as ChannelName });
      }
    },
    async message() {
      const id = newId("per", clock, rng);
      const person = { ...sampleRows("webhook").people, id, app_id: APP_ID, external_id: id };
      await store.write([
        { query: insertRow(store.db, "people", person) },
        { query: recordPersonFact(store.db, uuidv7(clock, rng), APP_ID, id) },
      ]);
      opened().factsRecorded();
    },
    async pass(duration_ms, step_ms = 500) {
      for (let passed_ms = 0; passed_ms < duration_ms; passed_ms += step_ms) {
        clock.advance(Math.min(step_ms, duration_ms - passed_ms));
        await settle();
      }
    },
    attempts: () => store.db.selectFrom("webhook_attempts").selectAll().orderBy("began_at").execute(),
    rows: () => store.db.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute(),
    async [Symbol.asyncDispose]() {
      await webhooks?.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
  return server;
}

/** The channel of each call's first event. */
export const channelsOf = (server: WebhookFixture) => server.calls.map(({ events }) => events[0]?.channel);

export const statesOf = async (server: WebhookFixture) => (await server.rows()).map(({ state }) => state);
