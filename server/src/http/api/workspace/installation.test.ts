import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { sharedServer } from "../../../../test/support/shared-server.ts";

const POLL_EVERY_MS = 50;

const { server, owner } = await sharedServer();

test("creates a backup on a running server, to list and download without the key", async () => {
  expect((await owner.call("GET", "/api/backups")).json).toEqual({
    ...{ running: null, failure: null, items: [] },
    schedule: { interval_hours: 24, kept: 7 },
  });
  const begun = await owner.call("POST", "/api/backups", {});
  expect(begun.status).toBe(202);
  let listed = begun.json;
  while (listed.running !== null) {
    // Stays below the member's limit of requests per second, which the other tests share.
    await Bun.sleep(POLL_EVERY_MS);
    listed = (await owner.call("GET", "/api/backups")).json;
  }
  expect(listed.failure).toBeNull();
  expect(listed.items).toMatchObject([{ with_key: true }]);
  const [{ name, bytes }] = listed.items;
  const answer = await owner.call("GET", `/api/backups/${name}/database`);
  expect(answer.headers.get("Content-Disposition")).toContain(".db");
  expect(bytes).toBeGreaterThan(10_000);
  using copy = new Database(join(server.config.data_dir, "backups", name, "fanfare.db"), { readonly: true });
  expect(copy.query("select count(*) as members from members").get()).toEqual({ members: 1 });
  expect((await owner.call("GET", "/api/audit?action=backup.download")).json.items).toHaveLength(1);
});

test("returns not found for a name that isn't a backup", async () => {
  for (const name of ["2026-01-01T00-00-00-000Z", "..%2f..", "secret.key"]) {
    expect((await owner.call("GET", `/api/backups/${name}/database`)).json.code).toBe("backup_not_found");
  }
});

test("tells members that the server works", async () => {
  expect((await owner.call("GET", "/api/status")).json).toEqual({ degraded: null });
});

test("agrees with the doctor command", async () => {
  const { items } = (await owner.call("GET", "/api/health")).json;
  const checks = items.map(({ check }: { check: string }) => check);
  expect(checks).toEqual(expect.arrayContaining(["data_directory", "master_key", "database", "disk", "backup"]));
  expect(items.find(({ check }: { check: string }) => check === "database").state).toBe("good");
});
