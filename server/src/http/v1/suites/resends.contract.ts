import { describe, expect, test } from "bun:test";
import { type PersonId, uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS } from "@fanfare/contract/limits";
import { MESSAGE } from "@fanfare/contract/realtime/live-update";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import { liveUpdateInputSchema, type MessagesResponse } from "@fanfare/contract/schema/realtime/live-update";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../../test/support/v1-server.ts";
import { messageExperimentReport } from "../../../analytics/reports/message-experiment.ts";
import { createLiveUpdates } from "../../../engage/live-updates/live-updates.ts";
import { audienceOf } from "../../../engage/live-updates/present-message.ts";
import { resendLiveUpdate } from "../../../engage/live-updates/resend.ts";
import { personByExternalId } from "../../../store/statements/people/people.ts";
import { deliveryCounts } from "../../../store/statements/realtime/live-update-deliveries.ts";
import { type LiveUpdateRow, resentThreads } from "../../../store/statements/realtime/live-updates.ts";

const EVERYONE = { kind: "everyone" };

function sender(server: V1Server) {
  const deps = {
    ...{ clock: server.clock, rng: systemRng, store: server.store, groups: server.group_pages },
    publish: (app_id: typeof server.shop.id, channel: string, event: string, data: unknown) =>
      void server.signals.push({ app_id, channel, event, data }),
    segmentPeople: async (): Promise<readonly PersonId[]> => {
      const rows = await Promise.all(
        ["anna", "ben"].map((name) => personByExternalId(server.store.db, server.shop.id, name)),
      );
      return rows.flatMap((row) => row?.id ?? []);
    },
  };
  const sendLiveUpdate = createLiveUpdates(deps);
  return {
    send: (input: Record<string, unknown>): Promise<LiveUpdateRow> =>
      sendLiveUpdate(
        server.shop.id,
        liveUpdateInputSchema.parse({ body: { kind: "toast", text: "Hello" }, ...input }),
        null,
      ),
    resend: (id: string): Promise<LiveUpdateRow> =>
      resendLiveUpdate({ ...deps, sendLiveUpdate }, server.shop.id, id, null),
  };
}

/** A verified person with several devices. */
async function visitor(server: V1Server, external_id: string) {
  const token = await server.token(external_id);
  await server.browser().boot(token);
  return {
    take: async (device = "laptop-1"): Promise<readonly string[]> => {
      const answer = await server
        .browser()
        .call<MessagesResponse>("POST", "messages", { body: { device: `${external_id}-${device}` }, token });
      return answer.body.messages.map(({ id }) => id);
    },
    /** Texts of the messages that a device gets. */
    read: async (device = "laptop-1"): Promise<readonly string[]> => {
      const answer = await server
        .browser()
        .call<MessagesResponse>("POST", "messages", { body: { device: `${external_id}-${device}` }, token });
      return answer.body.messages.map(({ body }) => ("text" in body ? (body.text ?? "") : body.kind));
    },
    report: (name: string, id: string, device = "laptop-1") =>
      server.browser().call("POST", "events", {
        body: {
          events: [
            {
              ...{ id: uuidv7(server.clock, systemRng), name: `live_update_${name}` },
              at: new Date(server.clock.now()).toISOString(),
              props: { live_update_id: id, device: `${external_id}-${device}` },
            },
          ],
        },
        token,
      }),
    feed: async () => (await server.browser().call<FeedResponse>("GET", "feed", { token })).body,
  };
}

export function resendsContract(dialect: string, open: OpenStore): void {
  describe(`resent live updates (${dialect})`, () => {
    test("go only to people who saw neither, on any device", async () => {
      await using server = await startV1Server(open);
      const { send, resend } = sender(server);
      const [anna, ben] = await Promise.all([visitor(server, "anna"), visitor(server, "ben")]);
      const first = await send({ audience: EVERYONE });
      await anna.take();
      await ben.take();
      await anna.report("seen", first.id);
      server.signals.splice(0);
      const second = await resend(first.id);
      expect(second.resend_of).toBe(first.id);
      // Pages must ask, because not everyone gets it.
      expect(
        server.signals.filter(({ event }) => event === MESSAGE).map(({ data }) => Object.keys(data as object)),
      ).toEqual([["spread_ms"]]);
      expect([await anna.take(), await anna.take("phone-01")]).toEqual([[], [first.id]]);
      expect([await ben.take(), await ben.take("phone-01")]).toEqual([[second.id], [second.id]]);
      await ben.report("seen", second.id);
      const third = await resend(second.id);
      expect(third.resend_of).toBe(first.id);
      expect([await anna.take(), await ben.take()]).toEqual([[], []]);
      const counts = await deliveryCounts(server.store.db, [first.id, second.id, third.id]);
      expect(new Map(counts.map(({ live_update_id, seen }) => [live_update_id, seen]))).toEqual(
        new Map([
          [first.id, 1],
          [second.id, 1],
        ]),
      );
      expect(await resentThreads(server.store.db, [first.id])).toEqual(new Map([[first.id, third.position]]));
    });

    test("reach people who were away, once, and not those who see the first one meanwhile", async () => {
      await using server = await startV1Server(open);
      const { send, resend } = sender(server);
      const [anna, ben] = await Promise.all([visitor(server, "anna"), visitor(server, "ben")]);
      const first = await send({ audience: EVERYONE });
      await anna.take();
      const second = await resend(first.id);
      await anna.report("seen", first.id);
      expect(await anna.take()).toEqual([]);
      expect(await ben.take()).toEqual([second.id]);
    });

    test("name the people and the segment's people who are left, and are refused without any", async () => {
      await using server = await startV1Server(open);
      const { send, resend } = sender(server);
      const anna = await visitor(server, "anna");
      const ben = await visitor(server, "ben");
      const named = await send({ audience: { kind: "people", external_ids: ["anna", "ben", "new"] } });
      const segment = await send({ audience: { kind: "segment", segment_id: "seg_known" } });
      await anna.take();
      for (const { id } of [named, segment]) await anna.report("seen", id);
      const again = await resend(named.id);
      expect(audienceOf(again)).toEqual({ kind: "people", external_ids: ["ben", "new"] });
      expect((await resend(segment.id)).people).toBe(1);
      await ben.take();
      for (const { id } of [named, segment]) await ben.report("seen", id);
      await expect(resend(segment.id)).rejects.toMatchObject({ code: "live_update_seen" });
      await expect(resend("lup_none")).rejects.toMatchObject({ code: "live_update_not_found" });
    });

    test("keep how long they wait and the quiet hours, but not the time", async () => {
      await using server = await startV1Server(open);
      const { send, resend } = sender(server);
      const quiet_hours = { from: "22:00", to: "07:00" };
      const timing = { time_zone: "Europe/Zurich", quiet_hours };
      const first = await send({ audience: EVERYONE, timing, ttl_s: 120 });
      server.clock.advance(HOUR_MS);
      expect(JSON.parse((await resend(first.id)).timing ?? "")).toEqual({
        ...{ time_zone: "Europe/Zurich", send_at: null, zone: "fixed", quiet_hours, ttl_s: 120 },
      });
      const plain = await send({ audience: EVERYONE, ttl_s: 120 });
      const again = await resend(plain.id);
      expect(again.expires_at - again.created_at).toBe(120_000);
    });

    test("are one item in the feed, read by those who read the first one", async () => {
      await using server = await startV1Server(open);
      const { send, resend } = sender(server);
      const [anna, ben] = await Promise.all([visitor(server, "anna"), visitor(server, "ben")]);
      const first = await send({ audience: EVERYONE });
      await anna.take();
      await anna.report("dismissed", first.id);
      const second = await resend(first.id);
      const unread = async (who: typeof anna) => {
        const { items, unread: count } = await who.feed();
        return [items.map(({ id }) => id), count];
      };
      expect([await unread(anna), await unread(ben)]).toEqual([
        [[second.id], 0],
        [[second.id], 1],
      ]);
    });
  });
}

export function messageExperimentsContract(dialect: string, open: OpenStore): void {
  const toast = (text: string) => ({ kind: "toast", text, tone: "info" });
  describe(`A/B tests of live updates (${dialect})`, () => {
    test("give each person one variant on all devices, in the feed, and in resends", async () => {
      await using server = await startV1Server(open);
      const { send, resend } = sender(server);
      const experiment = {
        weight: 34,
        variants: [33, 33].map((weight, index) => ({ weight, body: toast(`${index}`) })),
      };
      const first = await send({ audience: EVERYONE, body: toast("A"), experiment });
      // Pages must ask, because people get different texts.
      const signals = server.signals.filter(({ event }) => event === MESSAGE);
      expect(signals.map(({ data }) => Object.keys(data as object))).toEqual([["spread_ms"]]);
      const drawn = new Set<string>();
      for (let person = 0; person < 12; person++) {
        const { read, report, feed } = await visitor(server, `guest-${person}`);
        const got = await read();
        drawn.add(got.join());
        expect(await read("phone-01")).toEqual(got);
        const { items } = await feed();
        expect(items.map((item) => ("text" in item ? item.text : ""))).toEqual([...got]);
        if (person % 2 === 0) await report("seen", first.id);
      }
      expect(drawn.size).toBeGreaterThan(1);
      await resend(first.id);
      for (let person = 1; person < 12; person += 2) {
        const { read } = await visitor(server, `guest-${person}`);
        const variant = await server.store.db
          .selectFrom("live_update_deliveries")
          .innerJoin("people", "people.id", "live_update_deliveries.person_id")
          .select("variant")
          .where("live_update_id", "=", first.id)
          .where("external_id", "=", `guest-${person}`)
          .executeTakeFirstOrThrow();
        expect(await read()).toEqual([{ a: "A", b: "0", c: "1", d: "" }[variant.variant ?? "d"]]);
      }
    });

    test("report each person once per variant, with intervals", async () => {
      await using server = await startV1Server(open);
      const { send } = sender(server);
      const experiment = { weight: 50, variants: [{ weight: 50, body: toast("B") }] };
      const row = await send({ audience: EVERYONE, body: toast("A"), experiment });
      const sent = { A: 0, B: 0 };
      for (let person = 0; person < 10; person++) {
        const { read, report } = await visitor(server, `guest-${person}`);
        const variant = (await read())[0] === "A" ? "A" : "B";
        sent[variant] += 1;
        await read("phone-01");
        for (const device of ["laptop-1", "phone-01"]) await report("seen", row.id, device);
        if (variant === "B") await report("acted", row.id);
      }
      const { variants, goal } = await messageExperimentReport(server, server.shop.id, row);
      expect(goal).toBeNull();
      expect(variants.map((each) => [each.id, each.weight, each.sent, each.seen.people, each.acted.people])).toEqual([
        ["a", 50, sent.A, sent.A, 0],
        ["b", 50, sent.B, sent.B, sent.B],
      ]);
      expect([variants[0]?.acted.lift, variants[1]?.acted.lift?.kind]).toEqual([null, "not_enough_data"]);
      expect(variants[1]?.acted.share).toMatchObject({ value: 1, high: 1 });
    });
  });
}
