import { describe, expect, test } from "bun:test";
import type { SegmentId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import type { FunnelGroup } from "@fanfare/contract/schema/analytics/funnel";
import { endMove, postProgress, startMove } from "../../../../test/support/run-moves.ts";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { newEventId, startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { contentFunnel } from "../../../analytics/reports/funnel.ts";
import { funnelPeopleBehind } from "../../../analytics/reports/funnel-people.ts";
import { toIso, toJson } from "../../../store/columns.ts";

const PRO = "seg_pro" as SegmentId;
const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };

async function shownTo(
  server: V1Server,
  tour: Awaited<ReturnType<V1Server["publish"]>>,
  { name, plan, ends }: { readonly name: string; readonly plan: string; readonly ends: "completed" | "close_button" },
) {
  const token = await server.token(name);
  const browser = server.browser();
  await browser.identify(name, token, { plan });
  server.clock.advance(1);
  const { run } = (await postProgress(browser, startMove(server, tour), token)).body;
  await postProgress(browser, endMove(run, ends), token);
  const props = { content_id: tour.content_id, version: 1, run_id: run.run_id };
  const end = ends === "completed" ? "tour_completed" : "tour_dismissed";
  const events = ["tour_started", end, "order_shipped"].map((event) => ({
    ...{ id: newEventId(server), name: event, at: toIso(server.clock.now()) },
    props:
      event === "order_shipped"
        ? {}
        : { ...props, ...(event === "tour_started" ? { start_reason: "rule" } : { reason: ends }) },
  }));
  await browser.call("POST", "events", { body: { events }, token });
  return { becomes: (next: string) => browser.identify(name, token, { plan: next }) };
}

export function segmentFunnelContract(dialect: string, open: OpenStore): void {
  describe(`segment funnel (${dialect})`, () => {
    test("counts people in the segment now who saw the content in the period", async () => {
      await using server = await startV1Server(open);
      const { store, clock, shop } = server;
      const segment = { id: PRO, name: "Pro", rule: toJson(rule), revision: 1, created_at: 0, updated_at: 0 };
      await store.write([
        {
          query: store.db
            .insertInto("segments")
            .values({ ...segment, updated_by: null })
            .compile(),
          expect: 1,
        },
      ]);
      const tour = await server.publish("welcome");
      await shownTo(server, tour, { name: "ada", plan: "pro", ends: "completed" });
      const bob = await shownTo(server, tour, { name: "bob", plan: "free", ends: "close_button" });
      await shownTo(server, tour, { name: "cleo", plan: "pro", ends: "close_button" });
      const today = clock.now() - (clock.now() % DAY_MS);
      const loadFunnel = (segment_id: string | undefined, from = today) =>
        contentFunnel(
          { store, now_ms: clock.now() },
          { app_id: shop.id, content_id: tour.content_id, from, to: today + DAY_MS, by: "all" },
          segment_id,
        );

      const unfiltered = await loadFunnel(undefined);
      expect([unfiltered.segment, unfiltered.parts.map(({ started }) => started)]).toEqual([null, [3]]);
      const pro = await loadFunnel(PRO);
      expect(pro.segment).toEqual({ id: PRO, met: 3, people: 2, whole: true });
      expect(pro.parts).toMatchObject([{ value: "", started: 2, completed: 1, dismissed: 1 }]);
      const behind = (group: FunnelGroup, rows_max: number) =>
        funnelPeopleBehind(
          { store, now_ms: clock.now() },
          { app_id: shop.id, content_id: tour.content_id, from: today, to: today + DAY_MS, by: "all" },
          { value: "", group },
          { rows_max, segment_id: PRO },
        );
      const names = await store.db.selectFrom("people").select(["id", "external_id"]).execute();
      const listed = async (...asked: Parameters<typeof behind>) => {
        const { people, total } = await behind(...asked);
        return [total, people.map(({ person_id }) => names.find(({ id }) => id === person_id)?.external_id)];
      };
      expect(await listed("started", 10)).toEqual([2, ["cleo", "ada"]]);
      expect(await listed("started", 1)).toEqual([2, ["cleo"]]);
      expect(await listed("completed", 10)).toEqual([1, ["ada"]]);
      expect(await listed("failed", 10)).toEqual([0, []]);
      expect(pro.reasons).toEqual([
        { start_reason: "rule", end_reason: "close_button", state: "dismissed", runs: 1, people: 1 },
        { start_reason: "rule", end_reason: "completed", state: "completed", runs: 1, people: 1 },
      ]);

      await bob.becomes("pro");
      const since = await loadFunnel(PRO);
      expect(since.segment).toMatchObject({ met: 3, people: 3 });
      expect(since.parts).toMatchObject([{ started: 3, completed: 1, dismissed: 2 }]);

      clock.advance(2 * DAY_MS);
      const tomorrow = today + DAY_MS;
      expect(await loadFunnel(PRO, tomorrow)).toMatchObject({ segment: { met: 0, people: 0 }, parts: [], reasons: [] });
      await expect(loadFunnel("seg_gone")).rejects.toMatchObject({ code: "segment_not_found" });
    });
  });
}
