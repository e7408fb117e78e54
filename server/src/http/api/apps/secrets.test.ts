import { expect, test } from "bun:test";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, startTemporaryServer } from "../../../../test/support/temporary-server.ts";
import { silentLog } from "../../../lib/log.ts";
import { createControlClient } from "../../../operations/control-client.ts";
import type { Schema } from "../../../store/schema/schema.ts";

const { server, owner } = await sharedServer();

test("returns the secret of a new app only once, for immediate use", async () => {
  const made = await owner.call("POST", "/api/apps", { name: "Staging", key: "staging", client_events: true });
  expect([made.status, made.headers.get("Location")]).toEqual([201, `/api/apps/${made.json.id}`]);
  const detail = await owner.call("GET", `/api/apps/${made.json.id}`);
  expect(detail.json).toMatchObject({ name: "Staging", key: "staging", settings: { client_events: true } });
  expect(detail.text).not.toContain(made.json.secret);
  expect((await server.browser().call("POST", "/v1/boot?app=staging", {})).status).toBe(200);
  const entry = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select(["member_id", "detail"])
    .where("resource_id", "=", made.json.id)
    .executeTakeFirst();
  expect(entry?.member_id).not.toBeNull();
  expect(entry?.detail).not.toContain(made.json.secret);
});

test("rejects a key that is taken or belongs to the console", async () => {
  expect((await owner.call("POST", "/api/apps", { key: APP.key })).json.code).toBe("app_taken");
  expect((await owner.call("POST", "/api/apps", { key: "fanfare-console" })).json).toMatchObject({
    code: "body_invalid",
    fields: [{ pointer: "/key" }],
  });
});

test("rotates secrets with overlap, always keeping 1 or 2", async () => {
  const path = `/api/apps/${APP.id}/secrets`;
  const made = await owner.call("POST", path, {});
  expect(made.json.secret).toMatch(/^ffs_/);
  expect((await owner.call("POST", path, {})).json.code).toBe("secrets_full");
  const listed = await owner.call("GET", path);
  expect(listed.text).not.toContain(made.json.secret);
  const old = listed.json.items.find((item: { id: string }) => item.id !== made.json.id);
  expect((await owner.call("DELETE", `${path}/${old.id}`)).status).toBe(204);
  expect((await owner.call("DELETE", `${path}/${old.id}`)).json.code).toBe("secret_not_found");
  expect((await owner.call("DELETE", `${path}/${made.json.id}`)).json.code).toBe("secret_last");
});

test("doesn't find the secret of another app", async () => {
  const other = (await owner.call("POST", "/api/apps", { name: "Other" })).json;
  const [secret] = (await owner.call("GET", `/api/apps/${other.id}/secrets`)).json.items;
  expect((await owner.call("DELETE", `/api/apps/${APP.id}/secrets/${secret.id}`)).json.code).toBe("secret_not_found");
});

test("deletes an app immediately, with its connections and all its rows", async () => {
  // One row in every table, so that a future table that references apps is covered.
  const rows = sampleRows("gone");
  const { store, apps } = server.fanfare;
  const { workspace: _, setup_links: __, deleted_apps: ___, ...remaining } = rows;
  const app_id = "777" as AppId;
  const renamed = JSON.parse(JSON.stringify(remaining).replaceAll('"app-gone"', '"777"')) as typeof remaining;
  renamed.apps.key = "gone" as AppKey;
  const { db } = store;
  const tables = Object.keys(renamed) as (keyof typeof renamed)[];
  const insert = (table: keyof typeof renamed) => ({
    // Casts: each row matches its own table, which a dynamic table name can't express.
    query: db
      .insertInto(table as "apps")
      .values(renamed[table] as Schema["apps"])
      .compile(),
    expect: 1,
  });
  await store.write(tables.filter((table) => table !== "app_secrets").map(insert));
  await apps.refresh(app_id);
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/gone?protocol=7`);
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));

  expect((await owner.call("DELETE", "/api/apps/777")).status).toBe(204);
  expect(await closed).toBe(4001);
  expect((await owner.call("GET", "/api/apps/777")).json.code).toBe("app_not_found");
  expect((await server.browser().call("POST", "/v1/boot?app=gone", {})).json.code).toBe("app_not_found");

  await server.fanfare.operator.app_remover.idle();
  for (const table of tables) {
    if (!("app_id" in renamed[table]) || table === "audit_entries") continue;
    const left = await db
      .selectFrom(table as "people")
      .select("app_id")
      .where("app_id", "=", app_id)
      .execute();
    expect([table, left]).toEqual([table, []]);
  }
  expect(await db.selectFrom("apps").select("id").where("id", "=", app_id).execute()).toEqual([]);
});

test("rejects deleting the only app", async () => {
  await using alone = await startTemporaryServer();
  const page = await alone.ownerBrowser();
  expect((await page.call("DELETE", `/api/apps/${APP.id}`)).json.code).toBe("app_last");
  await expect(createControlClient(alone.config, silentLog)("app.delete", { id: APP.id })).rejects.toMatchObject({
    code: "app_last",
  });
});

test("finishes an interrupted app deletion on the next start", async () => {
  const first = await startTemporaryServer();
  const { store } = first.fanfare;
  const made = await createControlClient(first.config, silentLog)("app.create", { name: "Half" });
  const query = store.db.insertInto("deleted_apps").values({ app_id: made.id, deleted_at: 1 }).compile();
  await store.write([{ query, expect: 1 }]);
  await first.stop();
  await using again = await startTemporaryServer({ data_dir: first.config.data_dir });
  expect(again.fanfare.apps.byId(made.id)).toBeUndefined();
  await again.fanfare.operator.app_remover.idle();
  expect(await again.fanfare.store.db.selectFrom("apps").select("id").where("id", "=", made.id).execute()).toEqual([]);
});
