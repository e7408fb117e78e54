import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWNER, sampleTour, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { silentLog } from "../lib/log.ts";
import { createControlClient } from "../operations/control-client.ts";

const CONTENTS = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] };

test("publishes content on PostgreSQL from setup to unpublish", async () => {
  await using postgres = await temporaryPostgresStore();
  await using server = await startTemporaryServer({
    environment: { FANFARE_DATABASE_URL: postgres.url, FANFARE_OWNER_EMAIL: "", FANFARE_OWNER_PASSWORD: "" },
    contents: CONTENTS,
  });
  const page = server.browser();
  const token = new URL(server.setup_url ?? "").searchParams.get("token");
  const racers = Array.from({ length: 10 }, (_, index) => {
    const owner = { ...OWNER, email: index === 0 ? OWNER.email : `u${index}@example.com`, name: "Ada", token };
    return (index === 0 ? page : server.browser()).call("POST", "/api/setup", owner);
  });
  expect((await Promise.all(racers)).filter(({ status }) => status === 201)).toHaveLength(1);
  const { email } = await server.fanfare.store.db.selectFrom("members").select("email").executeTakeFirstOrThrow();
  const owner = server.browser();
  expect((await owner.call("POST", "/api/sign-in", { email, password: OWNER.password })).status).toBe(200);

  const draft = { app_id: "1001", slug: "tips", name: "100% Tips", draft: sampleTour("Tips") };
  const { json: made } = await owner.call("POST", "/api/contents", draft);
  expect(made).toMatchObject({ status: "draft", revision: 1, steps: 1, updated_by: "Ada" });
  expect(await owner.call("POST", "/api/contents", draft)).toMatchObject({ status: 409, json: { code: "slug_taken" } });
  const path = `/api/contents/${made.id}`;
  const first = { "If-Match": '"1"' };
  const edits = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      owner.call("PATCH", `${path}?app_id=1001`, { name: `Tips ${index}` }, first),
    ),
  );
  expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412]);

  const second = { "If-Match": '"2"' };
  const published = await Promise.all(
    Array.from({ length: 5 }, () => owner.call("POST", `${path}/publish`, { app_id: "1001" }, second)),
  );
  expect(published.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { json: versions } = await owner.call("GET", `${path}/versions`);
  expect(versions.items[0]).toMatchObject({ created_by: "Ada", live_in: ["1001"] });

  const { json: live } = await owner.call("GET", "/api/contents?app_id=1001&status=live&sort=name&limit=1");
  expect(live).toMatchObject({ total: 2, items: [{ slug: "tips" }] });
  const rest = await owner.call("GET", `/api/contents?app_id=1001&status=live&sort=name&limit=1&after=${live.next}`);
  expect(rest.json).toMatchObject({ next: null, items: [{ slug: "welcome" }] });
  expect((await owner.call("GET", "/api/contents?app_id=1001&q=TIPS")).json.total).toBe(1);
  expect((await owner.call("GET", "/api/contents?app_id=1001&q=%25")).json.total).toBe(0);
  expect((await owner.call("GET", "/api/tags")).json).toEqual({ items: [] });
  const tagged = { ...sampleTour("Tagged"), tags: ["new", "news"] };
  await owner.call("POST", "/api/contents", { app_id: "1001", slug: "tagged", name: "Tagged", draft: tagged });
  expect((await owner.call("GET", "/api/tags")).json.items).toEqual([
    { tag: "new", contents: 1 },
    { tag: "news", contents: 1 },
  ]);

  expect((await page.call("POST", "/v1/boot?app=shop", {})).json.decisions).toHaveLength(2);
  await owner.call("POST", `${path}/unpublish`, { app_id: "1001" });
  expect((await page.call("POST", "/v1/boot?app=shop", {})).json.decisions).toHaveLength(1);
});

test("runs one of two servers, then the other, and refuses a command on another machine", async () => {
  await using postgres = await temporaryPostgresStore();
  // Servers that share a database share the master key.
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-server-"));
  const options = { environment: { FANFARE_DATABASE_URL: postgres.url }, contents: CONTENTS, data_dir };
  const starting = [startTemporaryServer(options), startTemporaryServer(options)];
  const active = await Promise.race(starting);

  const elsewhere = mkdtempSync(join(tmpdir(), "fanfare-command-"));
  cpSync(join(data_dir, "secret.key"), join(elsewhere, "secret.key"));
  const command = createControlClient(
    { data_dir: elsewhere, database_url: postgres.url, secret_keys: undefined },
    silentLog,
  );
  const outcome = await command("key.rotate", { app: "1001" }).catch((error: unknown) => String(error));
  expect(outcome).toContain(`Another Fanfare process (fanfare ${process.pid} on `);
  expect(outcome).toContain("Stop the other server, or run the command on its machine.");

  await active.stop();
  for (const server of await Promise.all(starting)) await server.stop();
  expect(await command("key.list", { app: "1001" })).toMatchObject({ items: [{ revoked_at: null }] });
  for (const directory of [data_dir, elsewhere]) rmSync(directory, { recursive: true });
  const { db } = postgres.store;
  expect(await db.selectFrom("members").selectAll().execute()).toHaveLength(1);
  expect(await db.selectFrom("versions").selectAll().execute()).toHaveLength(2);
}, 20_000);
