import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { KyselyPlugin } from "kysely";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { createVault, VaultError } from "../../lib/vault.ts";
import { openForReading } from "../../store/database.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import { markDeleted } from "../../store/statements/accounts/deleted-apps.ts";
import { revokeSecret, rotateSecret } from "./app-secrets.ts";
import { createApp } from "./create-app.ts";
import { ensureApps, ignoredFirstApp, openAppDirectory } from "./open-app-directory.ts";

const NO_WISH = { id: undefined, key: undefined, secret: undefined };
const vault = createVault([new Uint8Array(32).fill(1)]);

async function server() {
  const temporary = await temporaryStore();
  const deps = { clock: systemClock, rng: systemRng, store: temporary.store, vault };
  return { ...deps, path: temporary.path, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

test("creates the first app and the hidden console app on the first boot only", async () => {
  await using h = await server();
  const input = { id: "1001", key: "shop", secret: "from-the-environment" };
  expect(await ensureApps(h, input)).toEqual(input as never);
  expect(await ensureApps(h, NO_WISH)).toBeUndefined();
  const apps = await openAppDirectory(h);
  expect(apps.all().map((app) => [app.key as string, app.system])).toEqual([
    ["fanfare-console", true],
    ["shop", false],
  ]);
  expect(apps.byKey("shop")).toMatchObject({ id: "1001", config_version: 1, allowed_origins: [], paused: false });
  expect(apps.byId("1001")?.secrets.map(({ secret }) => secret)).toEqual(["from-the-environment"]);
  expect(apps.byKey("fanfare-console")?.require_identity).toBe(true);
  expect(apps.byKey("nobody")).toBeUndefined();
});

test("generates a missing ID, key, and secret that scanners recognize", async () => {
  await using h = await server();
  const app = await ensureApps(h, NO_WISH);
  expect(app?.id).toMatch(/^[1-9][0-9]{8}$/);
  expect(app?.key).toMatch(/^[0-9a-f]{20}$/);
  expect(app?.secret).toMatch(/^ffs_[A-Za-z0-9_-]{43}$/);
});

test("stores no readable secret in the database file", async () => {
  await using h = await server();
  await ensureApps(h, { ...NO_WISH, secret: "planted-secret-of-the-app" });
  await h.store.close();
  for (const suffix of ["", "-wal"]) {
    const file = Bun.file(h.path + suffix);
    if (await file.exists()) expect(await file.text()).not.toContain("planted-secret-of-the-app");
  }
});

test("rejects a database under another master key and suggests a fix", async () => {
  await using h = await server();
  await ensureApps(h, NO_WISH);
  const other = createVault([new Uint8Array(32).fill(2)]);
  await expect(openAppDirectory({ store: h.store, vault: other })).rejects.toThrow(VaultError);
  await expect(openAppDirectory({ store: h.store, vault: other })).rejects.toThrow("Restore the secret.key");
});

test("rejects a taken ID or key and stores nothing", async () => {
  await using h = await server();
  await createApp(h, { name: "Shop", id: "1001", key: "shop" });
  for (const app of [
    { id: "1001", key: "other" },
    { id: "1002", key: "shop" },
  ]) {
    expect(await createApp(h, { name: "Twin", ...app }).catch((error) => error)).toMatchObject({ code: "app_taken" });
  }
  expect((await openAppDirectory(h)).all()).toHaveLength(1);
  expect(await h.store.db.selectFrom("app_secrets").selectAll().execute()).toHaveLength(1);
});

test("reloads an app on refresh", async () => {
  await using h = await server();
  const { id } = await createApp(h, { name: "Shop" });
  const apps = await openAppDirectory(h);
  await h.store.write([{ query: raiseConfigVersion(h.store.db, id, h.clock.now()), expect: 1 }]);
  expect(apps.byId(id)?.config_version).toBe(1);
  await apps.refresh(id);
  expect(apps.byId(id)?.config_version).toBe(2);
});

/**
 * A second reading connection that delays the result of its first query about `text` until `release`. `read` resolves
 * once the query ran.
 */
function slowRead({ path }: { readonly path: string }, text: string) {
  const read = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let delayed: string | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (delayed === undefined && JSON.stringify(node).includes(text)) delayed = queryId.queryId;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId.queryId !== delayed) return result;
      read.resolve();
      await released.promise;
      return result;
    },
  };
  const { db } = openForReading(`sqlite:${path}`);
  return { db: db.withPlugin(plugin), read: read.promise, release: released.resolve };
}

/** Starts a refresh of an app whose query about `text` ran, but whose result arrives with `finish`. */
async function slowRefresh(deps: Awaited<ReturnType<typeof server>>, id: AppId, text: string) {
  const slow = slowRead(deps, text);
  let db = deps.store.db;
  const store = {
    get db() {
      return db;
    },
  };
  const apps = await openAppDirectory({ ...deps, store });
  db = slow.db;
  const refreshed = apps.refresh(id);
  await slow.read;
  db = deps.store.db;
  return {
    apps,
    finish() {
      slow.release();
      return refreshed;
    },
  };
}

test.each(["revoked_at", "deleted_apps"])("a slow refresh doesn't bring back a revoked secret (%s)", async (text) => {
  await using h = await server();
  const { id } = await createApp(h, { name: "Shop", secret: "the-first-secret-of-the-app" });
  const live = await openAppDirectory(h);
  await rotateSecret({ ...h, apps: live }, { app_id: id, member_id: null });
  const { apps, finish } = await slowRefresh(h, id, text);
  const first = apps.byId(id)?.secrets.find(({ secret }) => secret === "the-first-secret-of-the-app");
  await revokeSecret({ ...h, apps }, { app_id: id, member_id: null }, first?.id ?? "");
  await finish();
  expect(apps.byId(id)?.secrets.map(({ secret }) => secret)).not.toContain("the-first-secret-of-the-app");
});

test("a slow refresh doesn't bring back a deleted app", async () => {
  await using h = await server();
  await createApp(h, { name: "Desk" });
  const { id, key } = await createApp(h, { name: "Shop" });
  const { apps, finish } = await slowRefresh(h, id, "deleted_apps");
  await h.store.write([{ query: markDeleted(h.store.db, id, 1), expect: 1 }]);
  await apps.refresh(id);
  await finish();
  expect([apps.byId(id), apps.byKey(key)]).toEqual([undefined, undefined]);
});

test("follows a database that is older than what was read, as after a failover or from a backup", async () => {
  await using h = await server();
  await createApp(h, { name: "Desk" });
  const { id, key } = await createApp(h, { name: "Shop" });
  const apps = await openAppDirectory(h);
  const rename = (name: string, changes: number) =>
    h.store.write([{ query: h.store.db.updateTable("apps").set({ name, changes }).where("id", "=", id).compile() }]);
  await rename("Shop of today", 9);
  await apps.refreshChanged();
  await rename("Shop of yesterday", 7);
  expect(await apps.refreshChanged()).toEqual([id]);
  expect(apps.byKey(key)?.name).toBe("Shop of yesterday");
  expect(await apps.refreshChanged()).toEqual([]);
});

test("has an app again that was gone for a while, as during a restore", async () => {
  await using h = await server();
  await createApp(h, { name: "Desk" });
  const { id, key } = await createApp(h, { name: "Shop" });
  const apps = await openAppDirectory(h);
  await h.store.write([{ query: markDeleted(h.store.db, id, 1), expect: 1 }]);
  await apps.refreshChanged();
  expect(apps.byKey(key)).toBeUndefined();
  await h.store.write([{ query: h.store.db.deleteFrom("deleted_apps").where("app_id", "=", id).compile() }]);
  await apps.refreshChanged();
  expect(apps.byKey(key)?.name).toBe("Shop");
});

test("reports and ignores settings of the first app after the first boot", async () => {
  await using h = await server();
  await ensureApps(h, { id: "1001", key: "shop", secret: "from-the-environment" });
  const apps = await openAppDirectory(h);
  expect(ignoredFirstApp(apps, { id: "1001", key: "shop", secret: "from-the-environment" })).toBeUndefined();
  expect(ignoredFirstApp(apps, NO_WISH)).toBeUndefined();
  expect(ignoredFirstApp(apps, { ...NO_WISH, key: "desk" })).toContain("only on the first start");
  expect(ignoredFirstApp(apps, { id: "1001", key: "shop", secret: "changed-secret" })).toContain(
    "only on the first start",
  );
});
