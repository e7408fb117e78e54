import { afterAll, beforeAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng, systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { LogEntry } from "@fanfare/server/cluster/log-store";
import { RedisLogStore } from "@fanfare/server/cluster/redis-log-store";
import { Redis } from "ioredis";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { RedisModel } from "./redis.ts";

const NIGHTLY = process.env["NIGHTLY"] === "1";
const STEPS = NIGHTLY ? 20_000 : 2_000;
const NODES = ["one", "two", "three"];
const KEYS = ["key-1", "key-2", "key-3", "key-4"];
const PREFIX = "fanfare:model";

let redis: ScratchRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const withoutId = ({ id, ...entry }: LogEntry) => entry;

async function openBoth(rng: Rng) {
  const real = new RedisLogStore({ clock: systemClock, rng: systemRng, url: redis.url, installation_id: "model" });
  await real.open();
  const model = new RedisModel(systemClock);
  const raw = new Redis(redis.url);
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
    items[Math.floor(rng.next() * items.length)] ?? (items[0] as Item);
  let epoch = "none";
  let candidates = 0;
  let texts = 0;
  const origin = () => ({ node: pick(NODES), version: 1 });
  const message = () => ({
    text: `text-${++texts}`,
    once: rng.next() < 0.5 ? undefined : { key: pick(KEYS), fingerprint: pick(["f", "g"]), ttl_s: 600 },
  });
  /** Each returns what Redis and the model answered. */
  const steps: Readonly<Record<string, () => Promise<readonly [unknown, unknown]>>> = {
    async append() {
      const given = [origin(), Array.from({ length: 1 + Math.floor(rng.next() * 4) }, message)] as const;
      return [await real.append(epoch, ...given), model.append(epoch, ...given)];
    },
    async appendToOld() {
      const given = [origin(), [message()]] as const;
      return [await real.append("old", ...given), model.append("old", ...given)];
    },
    async add() {
      const given = [origin(), `text-${++texts}`] as const;
      return [(await real.add(epoch, ...given))?.sequence, model.add(epoch, ...given)?.sequence];
    },
    async read() {
      const [all, own] = [await raw.xrange(`${PREFIX}:log:${epoch}`, "-", "+"), model.entriesAfter(epoch, "0-0")];
      // An empty log would be waited for.
      if (all.length === 0) return [[], own];
      const index = Math.floor(rng.next() * Math.min(all.length, own.length)) - 1;
      const [from, own_from] = [all[index]?.[0] ?? "0-0", own[index]?.id ?? "0-0"];
      if (index === all.length - 1) return [all.length, own.length];
      const after = await real.entriesAfter(epoch, from);
      return [after.map(withoutId), model.entriesAfter(epoch, own_from).map(withoutId)];
    },
    async beat() {
      const ended = pick([undefined, undefined, "another", epoch]);
      const given = [pick(NODES), `epoch-${++candidates}`, rng.next() < 0.2, ended] as const;
      const [answer, own] = [await real.beat(...given), model.beat(...given)];
      epoch = answer.epoch;
      const sorted = (result: typeof answer) => ({ ...result, stale: result.stale.toSorted() });
      return [sorted(answer), sorted(own)];
    },
    async age() {
      const node = pick(NODES);
      const at_ms = Date.now() - limits.redis_lease_ms - 1_000;
      if ((await raw.hexists(`${PREFIX}:nodes`, node)) === 1) await raw.hset(`${PREFIX}:nodes`, node, at_ms);
      model.setReported(node, at_ms);
      return [0, 0];
    },
    async forget() {
      const node = pick(NODES);
      return [await real.forgetNode(node), model.forgetNode(node)];
    },
    async snapshot() {
      const node = pick(NODES);
      if (rng.next() < 0.5) return [await real.takeSnapshot(node), model.takeSnapshot(node)];
      const text = `snapshot-${++texts}`;
      return [await real.storeSnapshot(node, text), model.storeSnapshot(node, text)];
    },
    async trim() {
      const entries = await raw.xlen(`${PREFIX}:log:${epoch}`);
      if (entries === 0 || rng.next() < 0.9) return [0, 0];
      await raw.xtrim(`${PREFIX}:log:${epoch}`, "MAXLEN", 0);
      return [undefined, model.trim(-1)];
    },
  };
  const rare: typeof steps = {
    async flush() {
      await raw.flushall();
      return [undefined, model.flush()];
    },
    async newProcess() {
      if ((await raw.exists(`${PREFIX}:epoch`)) === 1)
        await raw.hset(`${PREFIX}:epoch`, "run_id", "of another process");
      return [undefined, model.newProcess()];
    },
  };
  return {
    nextStep: () => pick(Object.entries(rng.next() < 0.01 ? rare : steps)),
    close() {
      real.close();
      raw.disconnect();
    },
  };
}

test(`the simulated Redis answers like Redis for ${STEPS} random commands`, async () => {
  const seed = NIGHTLY ? Math.floor(Math.random() * 1e9) : 20_261_129;
  const both = await openBoth(seededRng(seed));
  for (let step = 0; step < STEPS; step++) {
    const [name, run] = both.nextStep();
    const [answer, own] = await run();
    expect([seed, step, name, own]).toEqual([seed, step, name, answer]);
  }
  both.close();
}, 300_000);
