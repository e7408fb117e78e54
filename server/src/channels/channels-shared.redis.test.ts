import { afterAll, beforeAll } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { type ScratchRedis, startRedis } from "../../../scripts/services/redis.ts";
import { createRedisLog } from "../cluster/redis-log.ts";
import { silentLog } from "../lib/log.ts";
import { type ChannelsFixture, CONTRACT_SETTINGS, channelsContract } from "./channels.contract.ts";
import { Channels } from "./channels.ts";
import { SharedChannels } from "./shared-channels.ts";
import { createWatchlists } from "./watchlists.ts";

let redis: ScratchRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

/** Cast: any text is an ID here. */
const APP = "7" as AppId;
let installations = 0;

async function openNode(node: string, installation_id: string) {
  const commands: string[] = [];
  const log = createRedisLog({
    ...{ clock: systemClock, rng: systemRng, log: silentLog, url: redis.url, node, installation_id },
  });
  const shared = new SharedChannels({
    ...{ clock: systemClock, log, onGap: () => {}, onNodeGone: () => {} },
    onCommand: (command) => void commands.push(JSON.stringify(command)),
  });
  const channels = new Channels({ clock: systemClock, shared, settingsOf: () => CONTRACT_SETTINGS });
  shared.attach(channels, createWatchlists(shared));
  await log.connect();
  await log.open(shared);
  return { channels, shared, commands, close: () => log.close() };
}

channelsContract("two nodes on Redis", async (): Promise<ChannelsFixture> => {
  const installation = `contract-${++installations}`;
  const nodes = [await openNode("one", installation), await openNode("two", installation)];
  return {
    nodes: nodes.map(({ channels }) => channels),
    async settle() {
      // This timer fires after those that send joins and leaves. A command of each node then comes after all of them.
      await Bun.sleep(limits.redis_changes_wait_ms + 1);
      const marks = nodes.map((_, index) => `mark-${index}-${Math.random()}`);
      for (const [index, { shared }] of nodes.entries())
        await shared.command({ do: "terminate_user", app_id: APP, user_id: marks[index] ?? "" });
      const has = (commands: readonly string[]) => marks.every((mark) => commands.some((each) => each.includes(mark)));
      while (!nodes.every(({ commands }) => has(commands))) await Bun.sleep(1);
    },
    async [Symbol.asyncDispose]() {
      for (const { close } of nodes) await close();
    },
  };
});
