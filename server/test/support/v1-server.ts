import type { Edition } from "@fanfare/contract/content/content";
import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { type AppId, type AppKey, type ContentId, newId, uuidv7, type VersionId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { SECOND_MS } from "@fanfare/contract/limits";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { Hono } from "hono";
import { SignJWT } from "jose";
import { createDebugLinks, type DebugLinks } from "../../src/accounts/access/debug-links.ts";
import { type AppRecord, createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { createGroupSignal } from "../../src/engage/group-progress/signal-groups.ts";
import { type GroupPages, groupPages } from "../../src/engage/live-updates/group-pages.ts";
import { createLiveUpdates } from "../../src/engage/live-updates/live-updates.ts";
import { pushEndpointRefusal } from "../../src/engage/message-pushes/push-subscriptions.ts";
import { notFoundHandler } from "../../src/http/middleware/not-found.ts";
import { v1Routes } from "../../src/http/v1/routes.ts";
import { silentLog } from "../../src/lib/log.ts";
import type { Publish } from "../../src/lib/publish.ts";
import { createVault } from "../../src/lib/vault.ts";
import { LOCAL_ADDRESSES } from "../../src/outbound-http/address-guard.ts";
import { systemResolve } from "../../src/outbound-http/guarded-post.ts";
import { createAnonymousIssuer } from "../../src/people/identity/anonymous-identity.ts";
import { createIdentityVerifier } from "../../src/people/identity/identity.ts";
import { toBit, toJson } from "../../src/store/columns.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import type { Store } from "../../src/store/store.ts";
import type { OpenStore } from "./temporary-store.ts";
import { Browser, type BrowserOptions } from "./v1-browser.ts";

export const START_MS = Date.UTC(2026, 10, 21, 12);

export interface Published {
  readonly content_id: ContentId;
  readonly version_id: VersionId;
}

export interface Signal {
  readonly app_id: string;
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
}

/** Server with a real store, a clock that the test controls, and the `/v1` API. */
export interface V1Server {
  readonly debug_links: DebugLinks;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly records: AppRecord[];
  readonly shop: AppRecord;
  readonly signals: Signal[];
  readonly group_pages: GroupPages;
  fetch(request: Request): Promise<Response>;
  /** Replaces the record, like the app directory after a write. */
  change(app: AppRecord, fields: Partial<AppRecord>): AppRecord;
  /** Publishes a tour or other content, possibly again: creates a new version and increments `config_version`. */
  publish(slug: string, fields?: Partial<Edition>, app?: AppRecord): Promise<Published>;
  unpublish(slug: string, app?: AppRecord): Promise<void>;
  token(sub: unknown, claims?: Record<string, unknown>, secret?: string): Promise<string>;
  count(table: keyof Schema): Promise<number>;
  browser(options?: BrowserOptions): Browser;
  /** A browser in which an anonymous visitor has opened a page. */
  visitor(): Promise<Browser>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function appRecord(fields: Partial<AppRecord> = {}): AppRecord {
  return {
    id: "1001" as AppId, // Cast: made-up test ID.
    key: "shop-key" as AppKey,
    name: "Shop",
    secrets: [{ id: "s1", secret: "the-secret-of-the-shop-0123456789abcdef" }],
    paused: false,
    system: false,
    require_identity: false,
    allowed_origins: [],
    config_version: 1,
    settings: DEFAULT_APP_SETTINGS,
    revision: 1,
    ...fields,
  };
}

export const steps = (ids: readonly string[]) => ids.map((id) => ({ kind: "centered", id, title: id, blocks: [] }));

export async function startV1Server(open: OpenStore): Promise<V1Server> {
  const temporary = await open();
  const { store } = temporary;
  const clock = manualClock(START_MS);
  const shop = appRecord();
  const records: AppRecord[] = [];
  const signals: Signal[] = [];
  const addresses = new WeakMap<Request, string>();
  const group_pages = groupPages(100);
  const anonymousKey = new TextEncoder().encode("the key that only the server knows");
  const publish: Publish = (app_id, channel, event, data) => void signals.push({ app_id, channel, event, data });
  const key = new TextEncoder().encode("a key of its own");
  const debug_links = createDebugLinks({ clock, rng: systemRng, store, keys: () => [key] });
  const sendLiveUpdate = createLiveUpdates({ clock, rng: systemRng, store, publish, groups: group_pages });
  const signalGroups = createGroupSignal({ store, publish, group_pages });
  const routes = v1Routes({
    ...{
      clock,
      rng: systemRng,
      store,
      debug_links,
      publish,
      sendLiveUpdate,
      signalGroups,
      group_pages,
      log: silentLog,
    },
    apps: createAppDirectory(records),
    verifyIdentity: createIdentityVerifier({ clock, anonymousKeys: () => [anonymousKey] }),
    issueAnonymous: createAnonymousIssuer({ clock, rng: systemRng, anonymousKey: () => anonymousKey }),
    vault: createVault([new Uint8Array(32).fill(7)], systemRng),
    pushEndpointRefusal: async (url) => pushEndpointRefusal(url, LOCAL_ADDRESSES, systemResolve),
    noteFirstPage: () => {},
    sealAuditSoon: () => {},
    renewBuilder: () => {},
    notifyBuilders: () => {},
    noteVisitorStorage: () => {},
    notifySoon: () => {},
    configured_url: undefined,
    public_url: "https://fanfare.example",
    addressOf: (request) => addresses.get(request) ?? "192.0.2.1",
  });
  const app = new Hono().route("/v1", routes);
  app.notFound(notFoundHandler(app));

  const server: V1Server = {
    ...{ debug_links, clock, store, records, shop, signals, group_pages },
    fetch: async (request) => app.fetch(request),
    change(record, fields) {
      const index = records.findIndex(({ id }) => id === record.id);
      const changed = { ...(records[index] ?? record), ...fields };
      records[index] = changed;
      return changed;
    },
    publish: (slug, fields = {}, record = shop) => publishTour(server, slug, fields, record),
    unpublish: (slug, record = shop) => unpublish(server, slug, record),
    token(sub, claims = {}, secret = shop.secrets[0]?.secret ?? "") {
      const exp = Math.floor(clock.now() / SECOND_MS) + 3_600;
      return new SignJWT({ sub, aud: "shop-key", exp, ...claims } as Record<string, unknown>)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(secret));
    },
    async count(table) {
      const row = await store.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    browser: (options = {}) =>
      new Browser(server.fetch, options, (request, address) => addresses.set(request, address)),
    async visitor() {
      const browser = server.browser();
      await browser.boot();
      return browser;
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
  await addApp(server, shop);
  return server;
}

export async function addApp(server: V1Server, record: AppRecord): Promise<AppRecord> {
  const { id, key, name, config_version } = record;
  const row = {
    id,
    key,
    name,
    paused: toBit(record.paused),
    system: toBit(record.system),
    require_identity: toBit(record.require_identity),
    allowed_origins: toJson(record.allowed_origins),
    config_version,
    config_raised_at: START_MS,
    created_at: START_MS,
    settings: toJson({}),
    revision: record.revision,
    changes: 1,
  };
  await server.store.write([{ query: server.store.db.insertInto("apps").values(row).compile(), expect: 1 }]);
  server.records.push(record);
  return record;
}

function raiseVersion(server: V1Server, record: AppRecord): void {
  const present = server.records.find(({ id }) => id === record.id) ?? record;
  server.change(present, { config_version: present.config_version + 1 });
}

async function publishTour(
  server: V1Server,
  slug: string,
  fields: Partial<Edition>,
  app: AppRecord,
): Promise<Published> {
  const { clock, store } = server;
  const { db } = store;
  const now_ms = clock.now();
  const edition = toJson(
    editionSchema.parse({ body: { type: "tour", steps: steps(["hello", "orders", "bye"]) }, ...fields }),
  );
  const known = await db.selectFrom("contents").select("id").where("slug", "=", slug).executeTakeFirst();
  const content_id = known?.id ?? newId("cnt", clock, systemRng);
  const version_id = newId("ver", clock, systemRng);
  const last = await db
    .selectFrom("versions")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("content_id", "=", content_id)
    .executeTakeFirst();
  const number = Number(last?.number ?? 0) + 1;
  const content = {
    id: content_id,
    type: fields.body?.type ?? "tour",
    slug,
    name: `Tour ${slug}`,
    draft: edition,
    draft_issues: 0,
    revision: 1,
    system: toBit(app.system),
    created_at: now_ms,
    updated_at: now_ms,
    updated_by: null,
  };
  const version = { id: version_id, content_id, number, edition, revision: 1, frozen_at: now_ms, created_by: null };
  const publication = { content_id, app_id: app.id, version_id, published_at: now_ms, published_by: null };
  await store.write([
    ...(known === undefined ? [{ query: db.insertInto("contents").values(content).compile() }] : []),
    { query: db.insertInto("versions").values(version).compile() },
    {
      query: db
        .insertInto("publications")
        .values(publication)
        .onConflict((conflict) => conflict.columns(["content_id", "app_id"]).doUpdateSet({ version_id }))
        .compile(),
      expect: 1,
    },
  ]);
  // Gives consecutive content different times.
  clock.advance(1);
  raiseVersion(server, app);
  return { content_id, version_id };
}

async function unpublish(server: V1Server, slug: string, app: AppRecord): Promise<void> {
  const { db, write } = server.store;
  const content = await db.selectFrom("contents").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  await write([{ query: db.deleteFrom("publications").where("content_id", "=", content.id).compile(), expect: 1 }]);
  raiseVersion(server, app);
}

/** Runs `happens` after the next request has read its data and before it writes. */
export function beforeNextWrite(server: V1Server, happens: () => Promise<unknown>): void {
  const { write } = server.store;
  server.store.write = async (batch) => {
    server.store.write = write;
    await happens();
    return write(batch);
  };
}

export const newRunId = (server: V1Server): string => newId("run", server.clock, systemRng);
export const newEventId = (server: V1Server): string => uuidv7(server.clock, systemRng);

export async function databaseSnapshot(server: V1Server): Promise<unknown> {
  const { db } = server.store;
  return {
    people: await db.selectFrom("people").selectAll().orderBy("id").execute(),
    runs: await db.selectFrom("runs").selectAll().orderBy("id").execute(),
    suppressions: await db.selectFrom("suppressions").selectAll().orderBy("id").execute(),
    events: await db.selectFrom("events").selectAll().orderBy("id").execute(),
    groups: await db.selectFrom("groups").selectAll().orderBy("id").execute(),
    memberships: await db.selectFrom("memberships").selectAll().orderBy("person_id").orderBy("group_id").execute(),
    definitions: await db.selectFrom("attribute_definitions").selectAll().orderBy("owner").orderBy("name").execute(),
  };
}
