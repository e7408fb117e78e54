import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { sharedServer } from "../../test/support/shared-server.ts";
import { examine } from "./doctor.ts";

const { server } = await sharedServer();
let redis: ScratchRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const check = async (redis_url: string | undefined): Promise<string> => {
  const found = (await examine({ ...server.config, redis_url }, Date.now())).find((each) => each.check === "redis");
  return found === undefined ? "no check" : `${found.state} ${found.says}`;
};

test("checks Redis only where it's configured", async () => {
  expect(await check(undefined)).toBe("no check");
  expect(await check(redis.url)).toBe(`good ${redis.url} responds. Its version and settings are supported.`);
});

test("shows why Redis can't be used, without its password", async () => {
  const evicting = await startRedis(["--maxmemory-policy", "allkeys-lru", "--requirepass", "right"]);
  const at = (password: string): string => evicting.url.replace("://", `://:${password}@`);
  expect(await check(at("right"))).toMatch(/^bad redis:.*Set it to noeviction\.$/);
  const wrong = await check(at("hunter2"));
  expect(wrong).toMatch(/^bad redis:.*WRONGPASS/);
  expect(wrong).not.toContain("hunter2");
  await evicting.kill();
  expect(await check(at("right"))).toMatch(
    /^bad redis:.*Can't connect to Redis \(.*ECONNREFUSED.*\)\. Start it, or correct FANFARE_REDIS_URL\.$/,
  );
  await evicting.stop();
}, 20_000);

test("shows that Redis doesn't respond while it's frozen", async () => {
  process.kill(redis.pid, "SIGSTOP");
  const found = await check(redis.url);
  process.kill(redis.pid, "SIGCONT");
  expect(found).toMatch(
    /^bad redis:\S+: Can't connect to Redis \(Redis at 127\.0\.0\.1:\d+ didn't respond within 1000 ms\)\. Start it/,
  );
}, 20_000);
