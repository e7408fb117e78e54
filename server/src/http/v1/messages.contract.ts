import { describe, expect, test } from "bun:test";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { type LiveMessage, MESSAGE, type MessageSignal } from "@fanfare/contract/realtime/live-update";
import type { EventsResponse } from "@fanfare/contract/schema/client/v1";
import { liveUpdateInputSchema, type MessagesResponse } from "@fanfare/contract/schema/realtime/live-update";
import type { TemporaryStore } from "../../../test/support/temporary-store.ts";
import type { Browser } from "../../../test/support/v1-browser.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";
import type { SegmentPeople } from "../../engage/live-updates/delivery-targets.ts";
import { createLiveUpdates } from "../../engage/live-updates/live-updates.ts";
import { deliveryCounts } from "../../store/statements/realtime/live-update-deliveries.ts";
import type { LiveUpdateRow } from "../../store/statements/realtime/live-updates.ts";

type Wish = Record<string, unknown>;
const TO_U42 = { kind: "people", external_ids: ["u_42"] };
const EVERYONE = { kind: "everyone" };

function sender(house: V1Server, segmentPeople: SegmentPeople = async () => undefined) {
  const send = createLiveUpdates({
    ...{ clock: house.clock, rng: systemRng, store: house.store, groups: house.group_pages, segmentPeople },
    publish: (app_id, channel, event, data) => house.signals.push({ app_id, channel, event, data }),
  });
  return (wish: Wish, text = "Hello"): Promise<LiveUpdateRow> =>
    send(house.shop.id, liveUpdateInputSchema.parse({ body: { kind: "toast", text }, ...wish }), null);
}

async function take(browser: Browser, device: string, token?: string): Promise<readonly LiveMessage[]> {
  const body = { device, ...(token === undefined ? browser.anonymousIdentity : {}) };
  const answer = await browser.call<MessagesResponse>("POST", "messages", { body, token });
  expect(answer.status).toBe(200);
  return answer.body.messages;
}

const texts = (messages: readonly LiveMessage[]) =>
  messages.map(({ body }) => ("text" in body ? body.text : body.kind));

/** Tells as a page does what became of a live update. */
async function tell(house: V1Server, name: string, id: string, device: string, token: string): Promise<void> {
  const event = {
    id: uuidv7(house.clock, systemRng),
    name: `live_update_${name}`,
    at: new Date(house.clock.now()).toISOString(),
    props: { live_update_id: id, device },
  };
  const answer = await house.browser().call<EventsResponse>("POST", "events", { body: { events: [event] }, token });
  expect(answer.body.accepted).toBe(1);
}

const countsOf = async (house: V1Server, row: LiveUpdateRow) => (await deliveryCounts(house.store.db, [row.id]))[0];

/** Who gets a live update, when, and how often, over each database. */
export function messagesContract(dialect: string, open: () => Promise<TemporaryStore>): void {
  describe(`live updates (${dialect})`, () => {
    test("wait in order for who was away, on each device once, until they were seen", async () => {
      await using house = await startV1Server(open);
      const send = sender(house);
      const first = await send({ audience: TO_U42 }, "one");
      await send({ audience: EVERYONE }, "two");
      await send({ audience: TO_U42 }, "three");
      const token = await house.token("u_42");
      const boot = await house.browser().boot(token);
      expect(boot.messages).toBe(3);
      const got = await take(house.browser(), "laptop-1", token);
      expect(texts(got)).toEqual(["one", "two", "three"]);
      expect(got.map(({ position }) => position)).toEqual([1, 2, 3]);
      for (const { id } of got) await tell(house, "seen", id, "laptop-1", token);
      expect(await take(house.browser(), "laptop-1", token)).toEqual([]);
      expect(texts(await take(house.browser(), "phone-01", token))).toEqual(["one", "two", "three"]);
      expect(await countsOf(house, first)).toMatchObject({ rows: 2, delivered: 1, seen: 1 });
    });

    test("of which a page said nothing come again to the same device: a page may die before it shows them", async () => {
      await using house = await startV1Server(open);
      const row = await sender(house)({ audience: TO_U42 });
      const token = await house.token("u_42");
      await take(house.browser(), "laptop-1", token);
      await tell(house, "delivered", row.id, "laptop-1", token);
      expect((await take(house.browser(), "laptop-1", token)).length).toBe(1);
    });

    test("for one device are given to the first that asks, and to another when that one says nothing for a minute", async () => {
      await using house = await startV1Server(open);
      await sender(house)({ audience: TO_U42, devices: "one" });
      const token = await house.token("u_42");
      const ask = async (device: string) => (await take(house.browser(), device, token)).length;
      expect(await Promise.all([ask("laptop-1"), ask("phone-01"), ask("tablet-1")])).toContain(1);
      const held = await Promise.all([ask("laptop-1"), ask("phone-01"), ask("tablet-1")]);
      expect(held.reduce((sum, count) => sum + count, 0)).toBe(1);
      house.clock.advance(limits.live_update_claim_ms + 1);
      const other = ["laptop-1", "phone-01", "tablet-1"][held.indexOf(1) === 0 ? 1 : 0] ?? "";
      expect(await ask(other)).toBe(1);
      expect(await house.count("live_update_deliveries")).toBe(1);
    });

    test("are over when their time is, to the millisecond", async () => {
      await using house = await startV1Server(open);
      const row = await sender(house)({ audience: TO_U42, ttl_s: 60 });
      const token = await house.token("u_42");
      house.clock.advance(60 * SECOND_MS - 1);
      expect((await take(house.browser(), "laptop-1", token)).length).toBe(1);
      house.clock.advance(1);
      expect(await take(house.browser(), "laptop-1", token)).toEqual([]);
      expect((await house.browser().boot(token)).messages).toBe(0);
      expect(await countsOf(house, row)).toMatchObject({ rows: 1, open: 1, seen: 0 });
    });

    test("with one collapse key leave the newest; the others count as collapsed", async () => {
      await using house = await startV1Server(open);
      const send = sender(house);
      const old = await send({ audience: TO_U42, collapse_key: "orders" }, "1 order");
      await send({ audience: TO_U42 }, "between");
      await send({ audience: TO_U42, collapse_key: "orders" }, "2 orders");
      const token = await house.token("u_42");
      expect(texts(await take(house.browser(), "laptop-1", token))).toEqual(["between", "2 orders"]);
      expect(await countsOf(house, old)).toMatchObject({ collapsed: 1, seen: 0 });
    });

    test("that must be acknowledged come until they were acted on or dismissed; being seen is not enough", async () => {
      await using house = await startV1Server(open);
      const row = await sender(house)({ audience: TO_U42, require_ack: true });
      const token = await house.token("u_42");
      const ask = async () => (await take(house.browser(), "laptop-1", token)).length;
      expect(await ask()).toBe(1);
      await tell(house, "seen", row.id, "laptop-1", token);
      expect(await ask()).toBe(1);
      await tell(house, "acted", row.id, "laptop-1", token);
      expect(await ask()).toBe(0);
      // What comes late and is weaker changes nothing.
      await tell(house, "dismissed", row.id, "laptop-1", token);
      await tell(house, "delivered", row.id, "laptop-1", token);
      expect(await countsOf(house, row)).toMatchObject({ delivered: 1, seen: 1, acted: 1, dismissed: 0 });
    });

    test("reach groups by the token alone, and nobody by an external id that is only said", async () => {
      await using house = await startV1Server(open);
      const send = sender(house);
      await send({ audience: { kind: "groups", groups: ["acme"] } }, "acme");
      await send({ audience: TO_U42 }, "own");
      await send({ audience: EVERYONE }, "all");
      const member = await house.token("u_7", { groups: ["acme"] });
      expect(texts(await take(house.browser(), "laptop-1", member))).toEqual(["acme", "all"]);
      expect(texts(await take(house.browser(), "laptop-1", await house.token("u_8", { groups: ["other"] })))).toEqual([
        "all",
      ]);
      const said = await house
        .browser()
        .call<MessagesResponse>("POST", "messages", { body: { device: "laptop-9", external_id: "u_42" } });
      expect(texts(said.body.messages)).toEqual(["all"]);
    });

    test("reach somebody who has not signed in, by name and as everyone, and follow them when they do", async () => {
      await using house = await startV1Server(open);
      const send = sender(house);
      const browser = house.browser();
      const { anonymous } = await browser.boot();
      const row = await send({ audience: { kind: "people", external_ids: [anonymous?.id] } }, "guest");
      await send({ audience: EVERYONE }, "all");
      expect(texts(await take(browser, "laptop-1"))).toEqual(["guest", "all"]);
      const token = await house.token("u_42");
      await tell(house, "seen", row.id, "laptop-1", token);
      await browser.identify("u_42", token);
      const rows = await house.store.db.selectFrom("live_update_deliveries").select("person_id").execute();
      expect(new Set(rows.map(({ person_id }) => person_id)).size).toBe(1);
    });

    test("to a segment wait for its people; a segment that is not there is a problem", async () => {
      await using house = await startV1Server(open);
      const token = await house.token("u_42");
      await house.browser().boot(token);
      const { id } = await house.store.db.selectFrom("people").select("id").executeTakeFirstOrThrow();
      const send = sender(house, async (_, segment_id) => (segment_id === "seg_1" ? [id] : undefined));
      const row = await send({ audience: { kind: "segment", segment_id: "seg_1" } });
      expect(row.people).toBe(1);
      expect(house.signals.at(-1)).toMatchObject({ channel: "private-fanfare-u_42", event: MESSAGE });
      expect((await take(house.browser(), "laptop-1", token)).length).toBe(1);
      expect(await take(house.browser(), "laptop-1", await house.token("u_7"))).toEqual([]);
      await expect(send({ audience: { kind: "segment", segment_id: "seg_2" } })).rejects.toMatchObject({
        code: "segment_not_found",
      });
    });

    test("are told to open pages after they are stored: small ones whole, others to be asked for", async () => {
      await using house = await startV1Server(open);
      const send = sender(house);
      await house.browser().boot(await house.token("u_7", { groups: ["acme"] }));
      await send({ audience: EVERYONE }, "small");
      await send({ audience: TO_U42, devices: "one" });
      await send({ audience: { kind: "groups", groups: ["acme", "none"] } });
      await send({ audience: EVERYONE, body: { kind: "data", name: "big", data: "x".repeat(5_000) } });
      const told = house.signals
        .filter(({ event }) => event === MESSAGE)
        .map(({ channel, data }) => [channel, (data as MessageSignal).message?.position]);
      expect(told).toEqual([
        ["fanfare", 1],
        ["private-fanfare-u_42", undefined],
        ["private-fanfare-u_7", 3],
        ["fanfare", undefined],
      ]);
    });

    test("sent at once get places without gaps, and are told in that order", async () => {
      await using house = await startV1Server(open);
      const send = sender(house);
      const rows = await Promise.all(Array.from({ length: 20 }, () => send({ audience: EVERYONE })));
      const places = Array.from({ length: 20 }, (_, index) => index + 1);
      expect(rows.map(({ position }) => position).sort((a, b) => a - b)).toEqual(places);
      expect(house.signals.map(({ data }) => (data as MessageSignal).message?.position)).toEqual(places);
    });

    test("of another app are not there, whoever tells of them", async () => {
      await using house = await startV1Server(open);
      const token = await house.token("u_42");
      const foreign = `lup_${uuidv7(house.clock, systemRng)}`;
      await tell(house, "seen", foreign, "laptop-1", token);
      await tell(house, "seen", "nonsense", "laptop-1", token);
      expect(await house.count("live_update_deliveries")).toBe(0);
      expect(await house.count("events")).toBe(2);
    });

    test("asked for in vain leave no person behind", async () => {
      await using house = await startV1Server(open);
      const browser = house.browser();
      await browser.boot();
      expect(await take(browser, "laptop-1")).toEqual([]);
      expect(await house.count("people")).toBe(0);
    });
  });
}
