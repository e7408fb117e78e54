import { join, resolve } from "node:path";
import type { Clock } from "@fanfare/contract/clock";
import type { MemberId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import type { ContentFile } from "@fanfare/contract/schema/content";
import type { AppDirectory } from "./accounts/app-directory.ts";
import { createAppRemover } from "./accounts/app-remover.ts";
import { createAuditLog } from "./accounts/audit-log.ts";
import { createDebugLinks } from "./accounts/debug-links.ts";
import { createFirstPages } from "./accounts/first-pages.ts";
import { createPasswords, type Passwords } from "./accounts/passwords.ts";
import { createSecretUses, type SecretUses } from "./accounts/secret-uses.ts";
import { createSetup } from "./accounts/setup.ts";
import { createSignIns } from "./accounts/sign-in.ts";
import { keptAttempts } from "./accounts/sign-in-limits.ts";
import { openVault } from "./accounts/vault.ts";
import { createVisitorStorages } from "./accounts/visitor-storage.ts";
import { addressRulesOf } from "./address-rules.ts";
import { createApp } from "./app.ts";
import { refusalOf } from "./channels/address-guard.ts";
import { createGuardedFetch } from "./channels/guarded-fetch.ts";
import { systemResolve } from "./channels/guarded-post.ts";
import type { Config } from "./config.ts";
import { publicUrlOf } from "./config-print.ts";
import { tellConsoles } from "./engage/console-signal.ts";
import { groupPages } from "./engage/live-update-groups.ts";
import { createLiveUpdates } from "./engage/live-updates.ts";
import { renewPages } from "./engage/renew-member.ts";
import { createScheduleSignal } from "./engage/schedule-signal.ts";
import { type FurnishDeps, furnish } from "./furnish.ts";
import type { BunSocketData } from "./gateway/bun-socket.ts";
import { addressBook } from "./http/address.ts";
import { encryptionOf } from "./http/encryption.ts";
import { flowCookie, signInCookie } from "./http/member-cookies.ts";
import { answerError } from "./http/problem.ts";
import { addSecurityHeaders } from "./http/security-headers.ts";
import { networkOf } from "./http/token-buckets.ts";
import type { Log } from "./log.ts";
import { createForgottenPasswords } from "./mail/forgotten-password.ts";
import { createMailer } from "./mail/mailer.ts";
import { createRetention } from "./measure/retention.ts";
import { warnOfMissingBuild } from "./missing-build.ts";
import { openDatabase } from "./open-database.ts";
import { createCaretaker } from "./operate/caretaker.ts";
import type { Operator } from "./operate/operator.ts";
import { createAnonymousIssuer } from "./people/anonymous.ts";
import { createIdentityVerifier } from "./people/identity.ts";
import { createImporter } from "./people/importer.ts";
import { tellingOfMixed } from "./people/mixed-attributes.ts";
import { createSegmentPeople } from "./people/segments.ts";
import type { Publish } from "./publish.ts";
import { createProviderSignIns } from "./single-sign-on/sign-in.ts";
import { createProviderSignOuts } from "./single-sign-on/sign-out.ts";
import type { Store } from "./store/store.ts";
import { openSwitchboard } from "./switchboard.ts";
import { createTraffic } from "./traffic.ts";

export interface HouseDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  /** Contents that are made and published at the start where their slug does not exist. */
  readonly contents?: ContentFile | undefined;
  /** Argon2id by default: other ones are for tests that sign in often and prove something else. */
  readonly passwords?: Passwords | undefined;
  /** Folder that holds `console/dist` and `sdk/dist`; the repository by default. */
  readonly root?: string | undefined;
}

/** The whole server, composed and without a port. */
export interface House {
  /** Undefined: the connection has become a WebSocket. */
  fetch(request: Request, server: Bun.Server<BunSocketData>): Promise<Response | undefined> | Response | undefined;
  readonly websocket: Bun.WebSocketHandler<BunSocketData>;
  readonly store: Store;
  readonly apps: AppDirectory;
  readonly publish: Publish;
  /** What commands of the operator work on. */
  readonly operator: Operator;
  /** Method and path pattern of everything that is answered over HTTP. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** The token of a new setup link while there is no member; undefined afterwards. */
  setupToken(): Promise<string | undefined>;
  /** `/readyz` says no from now on, and sockets are closed with 4200. Resolves when they are. */
  drain(): Promise<void>;
  /** To be called after the last request. */
  close(): Promise<void>;
}

const REPOSITORY = resolve(import.meta.dir, "../..");

/**
 * Opens the data directory and the database, makes what the first boot makes, and puts all rooms together.
 *
 * @example
 * const house = await createHouse(config, { clock: systemClock, rng: systemRng, log });
 * const server = Bun.serve({ port: config.port, fetch: house.fetch, websocket: house.websocket });
 */
export async function createHouse(config: Config, deps: HouseDeps): Promise<House> {
  const { clock, rng, log } = deps;
  const vault = await openVault(config.data_dir, rng);
  const store = await openDatabase(config.database_url, { clock, log });
  try {
    const base = { clock, rng, log, store, vault, passwords: deps.passwords ?? createPasswords() };
    const secret_uses = createSecretUses(base);
    const apps = await furnish(config, { ...base, noteSecretUse: secret_uses.note }, deps.contents);
    const root = deps.root ?? REPOSITORY;
    warnOfMissingBuild(root, log);
    return await compose(config, base, { apps, secret_uses }, root);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function compose(
  config: Config,
  opened: FurnishDeps,
  { apps, secret_uses }: { readonly apps: AppDirectory; readonly secret_uses: SecretUses },
  root: string,
): Promise<House> {
  const { clock, rng, log, vault } = opened;
  let stopping = false;
  const public_url = publicUrlOf(config, config.port);
  const path_prefix = new URL(public_url).pathname.replace(/\/$/, "");
  const addresses = addressBook();
  /** The one that took the newest request: what comes in clear comes to the only one that listens in clear. */
  let asked: Bun.Server<BunSocketData> | undefined;
  const isEncrypted = encryptionOf({ public_url, peerOf: (request) => asked?.requestIP(request)?.address });
  const withHeaders = (answer: Response | undefined): Response | undefined =>
    answer === undefined ? undefined : addSecurityHeaders(answer, "/app/", public_url);
  const rules = addressRulesOf(config);
  const anonymousKey = vault.derive("anonymous token v1");
  const verifyIdentity = createIdentityVerifier({ clock, anonymousKey });
  const { channels, gateway, webhooks, watch, tellSoon } = await openSwitchboard({
    ...{ ...opened, apps, rules, path_prefix, isEncrypted, verifyIdentity },
    networkOf: (request) => networkOf(addresses.of(request)),
  });
  const store = tellingOfMixed(opened.store, tellSoon);
  const base = { ...opened, store };
  const app_remover = createAppRemover({ ...base, apps, endApp: gateway.endApp });
  app_remover.resume();
  const audit_log = createAuditLog(base);
  // What a server that was killed has written, and not given its place.
  audit_log.sealSoon();
  const group_pages = groupPages(limits.live_update_group_pages_max);
  const sendLiveUpdate = createLiveUpdates({
    ...{ clock, rng, store, publish: channels.publish, groups: group_pages },
    segmentPeople: createSegmentPeople({ clock, rng, store }),
  });
  const schedule_signal = createScheduleSignal({ clock, log, store, apps, publish: channels.publish });
  await schedule_signal.start();
  const retention = createRetention({ clock, log, store, apps });
  retention.start();
  const importer = createImporter({ ...base, apps, publish: schedule_signal.publish });
  importer.resume();
  const kept_attempts = await keptAttempts(store, clock.now());
  const sign_ins = createSignIns({ ...base, kept_attempts });
  const setup = createSetup({ ...base, sign_ins });
  const renewMember = (member_id: MemberId): void =>
    renewPages({ apps, renewChannel: gateway.renewChannel, publish: channels.publish }, member_id);
  const mailer = createMailer(base);
  const to_provider = {
    net: createGuardedFetch({ clock, rules: { ...rules, ports: "any" }, resolve: systemResolve }),
    may_be_plain: rules.allow_private,
  };
  const visitor_storages = createVisitorStorages();
  const app = createApp({
    clock,
    rng,
    log,
    store,
    apps,
    channels,
    terminateUser: gateway.terminateUser,
    vault,
    app_remover,
    importer,
    audit_log,
    passwords: base.passwords,
    caretaker: createCaretaker({ config, clock, log }),
    mailer,
    forgotten_passwords: createForgottenPasswords({ ...base, renewMember, mailer, public_url: config.public_url }),
    renewMember,
    sign_ins,
    setup,
    provider_sign_ins: createProviderSignIns({ ...base, ...to_provider, sign_ins }),
    provider_sign_outs: createProviderSignOuts({ ...base, ...to_provider, renewMember }),
    flow_cookie: flowCookie(public_url),
    cookie: signInCookie(public_url),
    publish: schedule_signal.publish,
    tellSoon,
    group_pages,
    sendLiveUpdate,
    pulseOf: watch.pulseOf,
    connectionsOf: gateway.connectionsOf,
    visitorStorageOf: visitor_storages.of,
    noteVisitorStorage: visitor_storages.note,
    noteFirstPage: createFirstPages({
      ...{ clock, log, store },
      onFirst: () => tellConsoles({ apps, publish: channels.publish }),
    }),
    webhooks: { ...webhooks, refusalOf: (url) => refusalOf(url, rules, systemResolve) },
    verifyIdentity,
    debug_links: createDebugLinks({ clock, rng, store, key: vault.derive("debug link v1") }),
    issueAnonymous: createAnonymousIssuer({ clock, rng, anonymousKey }),
    public_url,
    configured_url: config.public_url,
    path_prefix,
    addressOf: addresses.of,
    isEncrypted,
    isStopping: () => stopping,
    traffic: createTraffic(),
    connectionCounts: gateway.counts,
    console_dir: join(root, "console/dist"),
    sdk_dir: join(root, "sdk/dist"),
  });

  return {
    store,
    apps,
    publish: channels.publish,
    operator: { ...base, apps, app_remover, importer, audit_log, sendLiveUpdate, publish: channels.publish },
    routes: app.routes,
    websocket: gateway.websocket,
    fetch(request, server) {
      try {
        asked = server;
        const published = app.publish(request);
        if (published !== undefined) return published;
        addresses.note(request, server.requestIP(request)?.address);
        const taken = gateway.answer(request, server);
        if (taken === "not_mine") return app.fetch(request);
        if (taken instanceof Promise) return taken.then(withHeaders, (error) => answerError(error, request, log));
        return withHeaders(taken);
      } catch (error) {
        return answerError(error, request, log);
      }
    },
    setupToken: () => setup.newLink(),
    drain() {
      stopping = true;
      return gateway.drain();
    },
    async close() {
      schedule_signal.stop();
      retention.stop();
      await app_remover.stop();
      await importer.stop();
      // What fails here gets its place at the next start.
      await audit_log.seal().catch((error: unknown) => log.warn("audit_not_sealed", { error }));
      await webhooks.stop();
      await secret_uses.stop();
      await store.close();
    },
  };
}
