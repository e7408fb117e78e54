import { expect, test } from "bun:test";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { type CompiledQuery, sql } from "kysely";
import { eventually } from "../../test/support/eventually.ts";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { run } from "../cli.ts";
import { joinNodes } from "../cluster/nodes.ts";
import { jsonLog, type Log, silentLog } from "../lib/log.ts";

/** A database with one active node, which reports only once. */
async function activeNode(log: Log = silentLog) {
  const postgres = await temporaryPostgresStore();
  const { db } = postgres.store;
  const clock = manualClock(Date.now());
  const id = newId("nod", clock, systemRng);
  const membership = await joinNodes(
    postgres.url,
    { id, host: "10.0.0.1", port: 4000, version: "0.1.0" },
    { clock, log },
  );
  await membership.activate();
  const fanfare = async (...args: readonly string[]) => {
    const [out, errors]: [string[], string[]] = [[], []];
    const code = await run(["node", ...args], {
      environment: { FANFARE_DATABASE_URL: postgres.url },
      directory: import.meta.dir,
      print: (text) => void out.push(text),
      printError: (text) => void errors.push(text),
      ask: undefined,
    });
    return { code, text: [...out, ...errors].join("\n") };
  };
  return {
    id,
    clock,
    db: postgres.store.db,
    write: (query: CompiledQuery) => postgres.store.write([{ query }]),
    fanfare,
    state: async () => (await db.selectFrom("nodes").select("state").executeTakeFirst())?.state,
    /** As if the last report was made this long ago. */
    async age(ms: number) {
      const aged = db.updateTable("nodes").set(({ eb }) => ({ seen_at: eb("seen_at", "-", ms) }));
      await postgres.store.write([{ query: aged.compile() }]);
    },
    async [Symbol.asyncDispose]() {
      await membership.leave();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

test("lists since when a node hasn't reported, and not for longer than documented", async () => {
  await using node = await activeNode();
  expect((await node.fanfare("list")).text).toMatch(/ {2}active {2}10\.0\.0\.1:4000 /);
  await node.age(limits.node_lease_ms + 1_000);
  expect((await node.fanfare("list")).text).toMatch(/ {2}active, hasn't reported since 20\S+Z {2}10\.0\.0\.1:4000 /);
  await node.age(limits.node_listed_ms);
  expect((await node.fanfare("list")).text).toBe("No nodes are running.");
});

test("refuses to drain a node that doesn't report", async () => {
  await using node = await activeNode();
  await node.age(limits.node_lease_ms + 1_000);
  const { code, text } = await node.fanfare("drain", "--id", node.id);
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(
      /^Node nod_\S+ hasn't reported since 20\S+Z, so it can't drain\. .* leaves the list 5 minutes after its last report\.$/,
    ),
  ]);
  expect(await node.state()).toBe("active");
});

test("logs once when a node can't report, and once when it can again", async () => {
  const events: string[] = [];
  const log = jsonLog({ clock: systemClock, level: "info", write: (line) => void events.push(JSON.parse(line).event) });
  await using node = await activeNode(log);
  const beats = async (count: number): Promise<void> => {
    for (let beat = 0; beat < count; beat++) {
      node.clock.advance(limits.node_beat_ms);
      await Bun.sleep(50);
    }
  };
  await node.write(sql`alter table nodes rename to lost`.compile(node.db));
  await beats(4);
  await node.write(sql`alter table lost rename to nodes`.compile(node.db));
  await eventually(async () => {
    await beats(1);
    return events.includes("node_beat_recovered");
  });
  expect(events).toEqual(["node_beat_failed", "node_beat_recovered"]);
});

test("asks a node that reports to drain", async () => {
  await using node = await activeNode();
  expect((await node.fanfare("drain", "--id", node.id)).code).toBe(0);
  expect(await node.state()).toBe("draining");
  expect(await node.fanfare("drain", "--id", node.id)).toMatchObject({ code: 2 });
});
