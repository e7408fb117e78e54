import { expect, test } from "bun:test";
import { existsSync, statSync, writeFileSync } from "node:fs";
import Pusher from "pusher";
import { APP, OWNER, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { health } from "../commands/health.ts";
import type { Config } from "../config/config.ts";
import { silentLog } from "../lib/log.ts";
import { StoreError } from "../store/store.ts";
import { createControlClient, withRunningAddress } from "./control-client.ts";
import { controlPath } from "./control-socket.ts";
import { examine } from "./doctor.ts";
import { serializeError } from "./run-operation.ts";

/** A customer's backend with the official library. */
function backEnd(port: number, app: { readonly id: string; readonly key: string; readonly secret: string }): Pusher {
  return new Pusher({ ...{ host: "127.0.0.1", port: String(port) }, appId: app.id, key: app.key, secret: app.secret });
}

async function statusOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "accepted",
    (error: { status?: number }) => error.status,
  );
}

test("creates a socket file for this user only, removed with the server", async () => {
  const server = await startTemporaryServer();
  const path = controlPath(server.config.data_dir);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await server.stop();
  expect(existsSync(path)).toBe(false);
  await server[Symbol.asyncDispose]();
});

test("tells commands the running server's address, whatever their own environment says", async () => {
  const server = await startTemporaryServer();
  const { data_dir } = server.config;
  const assumed: Config = { ...server.config, host: "192.0.2.1", port: 4000, public_url: "https://elsewhere.example" };
  const { host, tls, public_url } = server.config;
  expect(await withRunningAddress(assumed)).toEqual({ ...assumed, host, port: server.port, tls, public_url });
  const findings = await examine(await withRunningAddress(assumed), Date.now());
  expect(findings.find(({ check }) => check === "server")?.state).toBe("good");
  await server.stop();
  expect(existsSync(controlPath(data_dir))).toBe(false);
  expect(await withRunningAddress(assumed)).toEqual(assumed);
  await server[Symbol.asyncDispose]();
});

test("fanfare health checks the running server at its own port, and logs no line for it", async () => {
  await using server = await startTemporaryServer();
  const printed: string[] = [];
  const config = (): Config => ({ ...server.config, port: 4000 });
  const context = { args: [], environment: {}, directory: ".", ask: undefined, printError: () => {} };
  const before = server.lines.length;
  expect(await health({ ...context, config, print: (text) => printed.push(text) })).toBe(0);
  expect(printed).toEqual(["ready"]);
  expect(server.lines.slice(before).filter((line) => line.includes("operator_command"))).toEqual([]);
  await createControlClient(server.config, silentLog)("secret_key.list", {});
  expect(server.lines.slice(before).filter((line) => line.includes("operator_command"))).toHaveLength(1);
});

test("serves an app created by a command immediately with its own secret", async () => {
  await using server = await startTemporaryServer();
  const client = createControlClient(server.config, silentLog);
  const made = await client("app.create", { name: "Staging", client_events: true });
  expect(server.fanfare.apps.byId(made.id)?.settings.client_events).toBe(true);
  expect(await statusOf(backEnd(server.port, made).trigger("news", "said", {}))).toBe("accepted");
  expect((await client("app.list", {})).map(({ name }) => name)).toEqual(["First app", "Staging"]);
});

test("accepts both secrets after a rotation, and only the new one after revocation", async () => {
  await using server = await startTemporaryServer();
  const client = createControlClient(server.config, silentLog);
  const app = { app: APP.id };
  const [first] = (await client("key.list", app)).items;
  const { id, secret } = await client("key.rotate", app);
  const with_old = backEnd(server.port, APP);
  const with_new = backEnd(server.port, { ...APP, secret });
  expect(await statusOf(with_old.trigger("news", "said", {}))).toBe("accepted");
  expect(await statusOf(with_new.trigger("news", "said", {}))).toBe("accepted");

  expect(await client("key.rotate", app).catch((error) => error)).toMatchObject({ code: "secrets_full" });
  await client("key.revoke", { ...app, id: first?.id ?? "" });
  expect(await statusOf(with_old.trigger("news", "said", {}))).toBe(401);
  expect(await statusOf(with_new.trigger("news", "said", {}))).toBe("accepted");
  expect(await client("key.revoke", { ...app, id }).catch((error) => error)).toMatchObject({ code: "secret_last" });
  expect(await client("key.revoke", { ...app, id: first?.id ?? "" }).catch((error) => error)).toMatchObject({
    code: "secret_not_found",
  });
});

test("audits a command without a member and without the secret", async () => {
  await using server = await startTemporaryServer();
  const { id, secret } = await createControlClient(server.config, silentLog)("key.rotate", {});
  const rows = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("action", "=", "app.rotate_secret")
    .execute();
  expect(rows).toMatchObject([{ member_id: null, resource_id: APP.id, detail: JSON.stringify({ secret_id: id }) }]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("uses the database when no server runs, even with a leftover socket file", async () => {
  const server = await startTemporaryServer();
  await server.stop();
  writeFileSync(controlPath(server.config.data_dir), "");
  const client = createControlClient(server.config, silentLog);
  const made = await client("app.create", { name: "Night", key: "night" });
  expect(made.key as string).toBe("night");
  const again = await startTemporaryServer({ data_dir: server.config.data_dir });
  expect(await statusOf(backEnd(again.port, made).trigger("news", "said", {}))).toBe("accepted");
  expect(statSync(controlPath(again.config.data_dir)).isSocket()).toBe(true);
  await again[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test("reports an invalid request in one sentence with or without a server", async () => {
  await using server = await startTemporaryServer();
  const client = createControlClient(server.config, silentLog);
  await expect(client("app.create", { id: "seven" })).rejects.toThrow("--id: Use up to 18 digits");
  await expect(client("key.rotate", { app: "999" })).rejects.toThrow(`App 999 not found. Available apps: ${APP.id}`);
  await expect(client("app.create", { id: APP.id })).rejects.toMatchObject({ code: "app_taken" });
  const token = { name: "Deploy", scopes: ["*"], expires_in_days: 9_999 };
  await expect(client("token.create", token)).rejects.toThrow(/^--days: /);
});

test("returns times in ISO 8601 like the API", async () => {
  await using server = await startTemporaryServer();
  const client = createControlClient(server.config, silentLog);
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect((await client("key.list", {})).items[0]).toMatchObject({
    created_at: iso,
    revoked_at: null,
    last_used_at: null,
  });
  expect(await client("token.create", { name: "a", scopes: ["*"], expires_in_days: 1 })).toMatchObject({
    expires_at: iso,
  });
  expect((await client("token.list", {})).items[0]).toMatchObject({ expires_at: iso, last_used_at: null });
  await server.ownerBrowser();
  expect(await client("admin.reset", { email: OWNER.email, end_two_factor: false })).toMatchObject({ expires_at: iso });
});

test("asks to restart the server for a command of another version", async () => {
  await using server = await startTemporaryServer();
  const answer = await fetch("http://fanfare/app.fly", { unix: controlPath(server.config.data_dir), method: "POST" });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("Restart the server")]);
});

test("says what to do when the running server can't use its database", () => {
  const error = new StoreError("unavailable", "Failed to connect (ERR_POSTGRES_CONNECTION_REFUSED)");
  expect(serializeError(error)).toEqual({
    kind: "failed",
    message:
      "The server can't use its database: Failed to connect (ERR_POSTGRES_CONNECTION_REFUSED). Run fanfare doctor, then try again.",
  });
});
