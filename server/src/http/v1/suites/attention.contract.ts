import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import {
  newEventId,
  newRunId,
  type Published,
  startV1Server,
  type V1Server,
} from "../../../../test/support/v1-server.ts";
import { readAttention } from "../../../analytics/reports/attention.ts";
import { toIso } from "../../../store/columns.ts";

/** What the console asks on each page: failing steps of live content. */
export function attentionContract(dialect: string, open: OpenStore): void {
  const known = { backup_failed: false, may_read_receivers: false };

  const missingOf = async ({
    store,
    shop,
    clock,
  }: V1Server): Promise<readonly (readonly [string, number, number])[]> => {
    const isMissing = (item: Attention) => item.kind === "target_missing";
    const items = (await readAttention(store, shop, clock.now(), known)).filter(isMissing);
    return items.map(({ name, views, missing }) => [name, views, missing] as const);
  };

  const report = async (server: V1Server, { content_id }: Published, name: string, times: number): Promise<void> => {
    const browser = await server.visitor();
    const at = toIso(server.clock.now());
    const events = Array.from({ length: times }, () => {
      const props = { content_id, version: 1, run_id: newRunId(server), step_id: "hello" };
      return { id: newEventId(server), name, at, props };
    });
    const { status } = await browser.call("POST", "events", { body: { events, ...browser.anonymousIdentity } });
    expect(status).toBe(200);
  };

  describe(`attention (${dialect})`, () => {
    test("counts views of content with failures again after a minute or another failure", async () => {
      await using server = await startV1Server(open);
      const [tour, other] = [await server.publish("welcome"), await server.publish("other")];
      await report(server, tour, "tour_step_seen", 18);
      await report(server, other, "tour_step_seen", 30);
      expect(await missingOf(server)).toEqual([]);
      await report(server, tour, "step_target_missing", 2);
      expect(await missingOf(server)).toEqual([["Tour welcome", 20, 2]]);
      await report(server, tour, "tour_step_seen", 2);
      expect(await missingOf(server)).toEqual([["Tour welcome", 20, 2]]);
      await report(server, tour, "step_target_missing", 1);
      expect(await missingOf(server)).toEqual([["Tour welcome", 23, 3]]);
      await report(server, tour, "tour_step_seen", 1);
      server.clock.advance(limits.failing_steps_ms);
      expect(await missingOf(server)).toEqual([["Tour welcome", 24, 3]]);
      // Too many views for an alert.
      await report(server, tour, "tour_step_seen", 60);
      server.clock.advance(limits.failing_steps_ms);
      expect(await missingOf(server)).toEqual([]);
    });

    test("reads no views of content without failures in these days", async () => {
      await using server = await startV1Server(open);
      const tour = await server.publish("welcome");
      await report(server, tour, "tour_step_seen", 30);
      // Only the counters of events are read, and these have no failure.
      await server.store.write([{ query: server.store.db.updateTable("funnel_steps").set({ missing: 1 }).compile() }]);
      expect(await missingOf(server)).toEqual([]);
      await report(server, tour, "step_target_missing", 1);
      expect(await missingOf(server)).toEqual([["Tour welcome", 61, 31]]);
    });
  });
}
