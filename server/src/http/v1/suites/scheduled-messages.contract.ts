import { describe, expect, test } from "bun:test";
import type { PersonId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { MESSAGE } from "@fanfare/contract/realtime/live-update";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import { liveUpdateInputSchema, type MessagesResponse } from "@fanfare/contract/schema/realtime/live-update";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { createLiveUpdates } from "../../../engage/live-updates/live-updates.ts";
import {
  changeScheduledLiveUpdate,
  scheduledMessages,
  sendOrSchedule,
} from "../../../engage/live-updates/scheduled-messages.ts";
import { silentLog } from "../../../lib/log.ts";

type Input = Record<string, unknown>;

function messageWork(server: V1Server) {
  const deps = {
    ...{ clock: server.clock, rng: systemRng, store: server.store, groups: server.group_pages, log: silentLog },
    publish: (app_id: typeof server.shop.id, channel: string, event: string, data: unknown) =>
      void server.signals.push({ app_id, channel, event, data }),
    segmentPeople: async (_app: string, id: string): Promise<readonly PersonId[] | undefined> =>
      id === "seg_known" ? [] : undefined,
    apps: { all: () => [server.shop] },
    notifySoon: () => {},
  };
  const send = (input: Input) => {
    const parsed = liveUpdateInputSchema.parse({ body: { kind: "toast", text: "Hello" }, ...input });
    return sendOrSchedule({ ...deps, sendLiveUpdate: createLiveUpdates(deps) }, server.shop.id, parsed, null);
  };
  return { deps, send };
}

const at = (server: V1Server, instant: string): void => server.clock.advance(Date.parse(instant) - server.clock.now());
const signals = (server: V1Server): number => server.signals.splice(0).filter(({ event }) => event === MESSAGE).length;

/** Signs in from a time zone. Returns how many messages this person's page gets now. */
async function visitorIn(server: V1Server, external_id: string, time_zone: string) {
  const token = async () => server.token(external_id);
  await server.browser().call("POST", "boot", { body: { time_zone }, token: await token() });
  return async (): Promise<number> => {
    const body = { device: `${external_id}-laptop` };
    return (await server.browser().call<MessagesResponse>("POST", "messages", { body, token: await token() })).body
      .messages.length;
  };
}

export function scheduledMessagesContract(dialect: string, open: OpenStore): void {
  describe(`scheduled live updates (${dialect})`, () => {
    test("are sent once at their time, by any number of processes and after downtime", async () => {
      await using server = await startV1Server(open);
      const { deps, send } = messageWork(server);
      at(server, "2027-01-10T12:00:00Z");
      const anna = await visitorIn(server, "anna", "Europe/Zurich");
      const timing = { time_zone: "Europe/Zurich", send_at: "2027-01-11T09:00" };
      await send({ audience: { kind: "everyone" }, timing });
      const first = scheduledMessages(deps);
      at(server, "2027-01-11T07:59:59Z");
      await first.run();
      expect([await anna(), signals(server)]).toEqual([0, 0]);
      at(server, "2027-01-11T08:20:00Z");
      await Promise.all([first.run(), scheduledMessages(deps).run()]);
      expect([await anna(), signals(server)]).toEqual([1, 1]);
      await scheduledMessages(deps).run();
      expect([await server.count("live_updates"), await server.count("scheduled_live_updates")]).toEqual([1, 0]);
    });

    test("reach each person at the local time, with a signal as each time zone reaches it", async () => {
      await using server = await startV1Server(open);
      const { deps, send } = messageWork(server);
      at(server, "2027-01-09T12:00:00Z");
      const people = await Promise.all([
        visitorIn(server, "taro", "Asia/Tokyo"),
        visitorIn(server, "anna", "Europe/Zurich"),
      ]);
      const timing = { time_zone: "UTC", send_at: "2027-01-11T09:00", zone: "person" };
      await send({ audience: { kind: "everyone" }, timing, ttl_s: HOUR_MS / 1_000 });
      const work = scheduledMessages(deps);
      at(server, "2027-01-10T19:00:00Z");
      await work.run();
      expect(signals(server)).toBe(1);
      const got = () => Promise.all(people.map((each) => each()));
      for (const [instant, expected] of [
        ["2027-01-10T23:59:00Z", [0, 0]],
        ["2027-01-11T00:00:00Z", [1, 0]],
        ["2027-01-11T07:59:00Z", [0, 0]],
        ["2027-01-11T08:00:00Z", [0, 1]],
        // An hour after the local time, it has expired.
        ["2027-01-11T09:00:00Z", [0, 0]],
      ] as const) {
        at(server, instant);
        await work.run();
        expect([instant, await got()]).toEqual([instant, [...expected]]);
      }
      expect(signals(server)).toBeGreaterThan(2);
    });

    test("wait for the end of quiet hours, in the feed too", async () => {
      await using server = await startV1Server(open);
      const { deps, send } = messageWork(server);
      at(server, "2027-01-11T22:00:00Z");
      const anna = await visitorIn(server, "anna", "Europe/Zurich");
      const quiet_hours = { from: "22:00", to: "07:00" };
      await send({ audience: { kind: "people", external_ids: ["anna"] }, timing: { time_zone: "UTC", quiet_hours } });
      const feed = async () => {
        const token = await server.token("anna");
        return (await server.browser().call<FeedResponse>("GET", "feed", { token })).body.items.length;
      };
      const work = scheduledMessages(deps);
      await work.run();
      expect([await anna(), await feed()]).toEqual([0, 0]);
      signals(server);
      at(server, "2027-01-12T06:00:00Z");
      await work.run();
      expect([await anna(), await feed(), signals(server)]).toEqual([1, 1, 1]);
    });

    test("aren't sent as they were if they're changed while their segment is evaluated", async () => {
      await using server = await startV1Server(open);
      const { deps, send } = messageWork(server);
      const audience = { kind: "segment", segment_id: "seg_known" };
      const timing = (after_ms: number) => ({
        ...{ time_zone: "UTC", send_at: new Date(server.clock.now() + after_ms).toISOString().slice(0, 16) },
      });
      await send({ audience, timing: timing(2 * MINUTE_MS) });
      const [row] = await server.store.db.selectFrom("scheduled_live_updates").select("id").execute();
      server.clock.advance(3 * MINUTE_MS);
      const later = { audience, body: { kind: "toast", text: "Corrected" }, timing: timing(HOUR_MS) };
      const segmentPeople = async () => {
        const input = liveUpdateInputSchema.parse(later);
        await changeScheduledLiveUpdate(deps, server.shop.id, row?.id ?? "", input, null);
        return [];
      };
      await scheduledMessages({ ...deps, segmentPeople }).run();
      expect([await server.count("live_updates"), await server.count("scheduled_live_updates")]).toEqual([0, 1]);
      server.clock.advance(HOUR_MS);
      await scheduledMessages(deps).run();
      const sent = await server.store.db.selectFrom("live_updates").select("body").execute();
      expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([{ text: "Corrected" }]);
    });

    test("are sent although another one fails unexpectedly", async () => {
      await using server = await startV1Server(open);
      const { deps, send } = messageWork(server);
      const soon = new Date(server.clock.now() + 2 * MINUTE_MS).toISOString().slice(0, 16);
      const timing = { time_zone: "UTC", send_at: soon };
      await send({ audience: { kind: "segment", segment_id: "seg_known" }, timing });
      await send({ audience: { kind: "everyone" }, timing });
      server.clock.advance(3 * MINUTE_MS);
      const segmentPeople = () => Promise.reject(new Error("The segment can't be evaluated."));
      await scheduledMessages({ ...deps, segmentPeople }).run();
      expect([await server.count("live_updates"), await server.count("scheduled_live_updates")]).toEqual([1, 1]);
      await scheduledMessages(deps).run();
      expect([await server.count("live_updates"), await server.count("scheduled_live_updates")]).toEqual([2, 0]);
    });

    test("are dropped if their segment was deleted, and limited in number", async () => {
      await using server = await startV1Server(open);
      const { deps, send } = messageWork(server);
      const soon = new Date(server.clock.now() + 2 * MINUTE_MS).toISOString().slice(0, 16);
      const timing = { time_zone: "UTC", send_at: soon };
      await send({ audience: { kind: "segment", segment_id: "seg_known" }, timing });
      server.clock.advance(3 * MINUTE_MS);
      await scheduledMessages({ ...deps, segmentPeople: async () => undefined }).run();
      expect([await server.count("live_updates"), await server.count("scheduled_live_updates")]).toEqual([0, 0]);
      const quiet = { time_zone: "UTC", quiet_hours: { from: "22:00", to: "07:00" } };
      for (let sent = 0; sent < limits.live_updates_timed_max; sent++) {
        await send({ audience: { kind: "everyone" }, timing: quiet });
      }
      await expect(send({ audience: { kind: "everyone" }, timing: quiet })).rejects.toMatchObject({
        code: "live_updates_full",
      });
    });
  });
}
