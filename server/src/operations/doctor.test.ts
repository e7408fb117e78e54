import { beforeAll, expect, test } from "bun:test";
import { existsSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharedServer } from "../../test/support/shared-server.ts";
import type { Config } from "../config/config.ts";
import { healthRoutes } from "../http/health.ts";
import { createBackup } from "./backup.ts";
import { examine } from "./doctor.ts";

const { server } = await sharedServer();
beforeAll(async () => {
  await createBackup(server.config, { to: undefined, without_key: false, now: new Date() });
  await server.stop();
});

const findingOf = async (config: Config, check: string) =>
  (await examine(config, Date.now())).find((each) => each.check === check);

test.each([
  ["disk_full", "bad", "Free up disk space"],
  ["disk_low", "bad", "Free up disk space"],
  ["clock_wrong", "bad", "Set the system clock"],
  ["store_unavailable", "bad", "Check its log"],
  ["stopping", "warning", "shutting down"],
  ["standby", "good", "takes over"],
  ["something_new", "bad", "something_new"],
] as const)("says what to do about a server that isn't ready because of %s", async (reason, state, advice) => {
  const probe = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: healthRoutes({ notReadyReason: async () => reason }).fetch,
  });
  const found = await findingOf({ ...server.config, port: probe.port ?? 0 }, "server");
  expect(found).toMatchObject({ state, says: expect.stringContaining(advice) });
  await probe.stop(true);
});

test("tells a killed server, which leaves its socket file, from one that doesn't respond", async () => {
  const { data_dir } = server.config;
  const silent = { ...server.config, port: 1 };
  const file = join(data_dir, "control.sock");
  const code = `Bun.serve({ unix: ${JSON.stringify(file)}, fetch: () => new Response() }); console.log("listening")`;
  const other = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" });
  await other.stdout.getReader().read();
  expect(await findingOf(silent, "server")).toMatchObject({ state: "bad", says: expect.stringContaining("is using") });
  other.kill("SIGKILL");
  await other.exited;
  expect(existsSync(file)).toBe(true);
  expect(await findingOf(silent, "server")).toMatchObject({ state: "warning" });
});

test.each([
  ["missing", (path: string) => renameSync(path, `${path}.away`)],
  ["empty", (path: string) => truncateSync(path, 0)],
  ["truncated", (path: string) => truncateSync(path, 20_000)],
  ["damaged", (path: string) => writeFileSync(path, "x".repeat(8_192))],
] as const)("names the newest backup and its command for a %s database", async (_, damage) => {
  const { data_dir } = server.config;
  const path = join(data_dir, "fanfare.db");
  const whole = await Bun.file(path).bytes();
  expect(await findingOf(server.config, "installation")).toMatchObject({ state: "good" });
  damage(path);
  const found = await findingOf(server.config, "installation");
  await Bun.write(path, whole);
  expect(found?.state).toBe("bad");
  expect(found?.says).toContain(`fanfare restore --from ${join(data_dir, "backups")}`);
});

test("says that the master key is missing", async () => {
  const key = join(server.config.data_dir, "secret.key");
  renameSync(key, `${key}.away`);
  expect(await findingOf(server.config, "installation")).toMatchObject({
    state: "bad",
    says: expect.stringContaining("master key"),
  });
  renameSync(`${key}.away`, key);
});
