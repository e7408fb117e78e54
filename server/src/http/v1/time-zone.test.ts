import { describe, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import type { BootResponse, ExplainResponse } from "@fanfare/contract/schema/client/v1";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { startV1Server, type V1Server } from "../../../test/support/v1-server.ts";

/** 9:00 to 17:00 in the person's local time. */
const OFFICE_HOURS = {
  targeting: {
    urls: { include: [], exclude: [] },
    audience: { kind: "time", from: "09:00", to: "17:00", zone: "person" },
  },
} as const;

const slugs = (boot: BootResponse): readonly string[] => boot.decisions.map(({ slug }) => slug);
/** Advances the server's clock to this future instant. */
const goTo = (server: V1Server, instant: string): void =>
  server.clock.advance(Date.parse(instant) - server.clock.now());

async function bootIn(server: V1Server, time_zone: string | undefined, token?: string): Promise<BootResponse> {
  const body = time_zone === undefined ? {} : { time_zone };
  return (await server.browser().call<BootResponse>("POST", "boot", { body, token })).body;
}

describe("the person's time zone", () => {
  test("comes from the page and decides on the server and in explain", async () => {
    await using server = await startV1Server(temporaryStore);
    await server.publish("office", OFFICE_HOURS);
    goTo(server, "2027-01-11T14:30:00Z"); // 15:30 in Zurich, 09:30 in New York, 23:30 in Tokyo
    for (const [zone, shown] of [
      ["Europe/Zurich", true],
      ["America/New_York", true],
      ["Asia/Tokyo", false],
      // A missing or invalid zone is unknown, not false, and the content isn't sent.
      [undefined, false],
      ["Mars/Base", false],
    ] as const) {
      expect([zone, slugs(await bootIn(server, zone))]).toEqual([zone, shown ? ["office"] : []]);
      const query = { content: "office", external_id: "u_nobody", ...(zone === undefined ? {} : { time_zone: zone }) };
      const { body } = await server.browser().call<ExplainResponse>("GET", "explain", { query });
      expect([zone, body.gate]).toEqual([zone, zone === "Asia/Tokyo" ? "audience" : null]);
    }
  });

  test("determines the next change on both days of a clock change", async () => {
    await using server = await startV1Server(temporaryStore);
    await server.publish("office", OFFICE_HOURS);
    // Each starts before 9:00 in Zurich. In 2027, clocks go forward on March 28 and back on October 31.
    for (const [now, opens, closes] of [
      ["2027-03-27T06:00:00Z", "2027-03-27T08:00:00.000Z", "2027-03-27T16:00:00.000Z"],
      ["2027-03-27T20:00:00Z", "2027-03-28T07:00:00.000Z", "2027-03-28T15:00:00.000Z"],
      ["2027-10-30T05:00:00Z", "2027-10-30T07:00:00.000Z", "2027-10-30T15:00:00.000Z"],
      ["2027-10-30T20:00:00Z", "2027-10-31T08:00:00.000Z", "2027-10-31T16:00:00.000Z"],
    ] as const) {
      goTo(server, now);
      const early = await bootIn(server, "Europe/Zurich");
      expect([now, slugs(early), early.again_at]).toEqual([now, [], opens]);
      server.clock.advance(Date.parse(opens) - server.clock.now() - 1);
      expect(slugs(await bootIn(server, "Europe/Zurich"))).toEqual([]);
      server.clock.advance(1);
      const open = await bootIn(server, "Europe/Zurich");
      expect([now, slugs(open), open.again_at]).toEqual([now, ["office"], closes]);
    }
  });

  test("starts a local schedule in each zone at its own hour", async () => {
    await using server = await startV1Server(temporaryStore);
    await server.publish("sale", { schedule: { starts_at: "2027-01-11T09:00", zone: "person" } });
    goTo(server, "2027-01-10T23:59:00Z");
    expect((await bootIn(server, "Asia/Tokyo")).again_at).toBe("2027-01-11T00:00:00.000Z");
    expect((await bootIn(server, "Europe/Zurich")).again_at).toBe("2027-01-11T08:00:00.000Z");
    server.clock.advance(MINUTE_MS);
    expect(slugs(await bootIn(server, "Asia/Tokyo"))).toEqual(["sale"]);
    expect(slugs(await bootIn(server, "Europe/Zurich"))).toEqual([]);
    server.clock.advance(8 * HOUR_MS);
    expect(slugs(await bootIn(server, "Europe/Zurich"))).toEqual(["sale"]);
    expect((await bootIn(server, "Europe/Zurich")).again_at).toBeUndefined();
  });

  test("is stored with the person until the page sends another", async () => {
    await using server = await startV1Server(temporaryStore);
    const token = await server.token("u_42");
    const storedZone = () =>
      server.store.db.selectFrom("people").select("time_zone").where("external_id", "=", "u_42").executeTakeFirst();
    await bootIn(server, "Europe/Zurich", token);
    expect(await storedZone()).toEqual({ time_zone: "Europe/Zurich" });
    await bootIn(server, undefined, token);
    expect(await storedZone()).toEqual({ time_zone: "Europe/Zurich" });
    await bootIn(server, "Asia/Tokyo", token);
    expect(await storedZone()).toEqual({ time_zone: "Asia/Tokyo" });
    const body = { external_id: "u_42", time_zone: "America/New_York" };
    await server.browser().call("POST", "identify", { body, token });
    expect(await storedZone()).toEqual({ time_zone: "America/New_York" });
  });
});
