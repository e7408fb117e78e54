import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { eventually } from "../../../../test/support/eventually.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const clock = manualClock(Date.UTC(2026, 10, 21, 12));
const { server, owner } = await sharedServer({ clock });

const EVERYONE = { app_id: APP.id, audience: { kind: "everyone" } };
const send = (input: Record<string, unknown>) => owner.call("POST", "/api/live-updates", { ...EVERYONE, ...input });

async function listener(): Promise<{ next(event: string): Promise<unknown>; close(): void }> {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${APP.key}?protocol=7`);
  const frames: { event: string; data: string }[] = [];
  let arrived = (): void => {};
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data));
    // Of another test: what a page may have missed before it subscribed is repeated without the message.
    if (frame.event === "message" && !frame.data.includes('"message"')) return;
    frames.push(frame);
    arrived();
  };
  const next = async (event: string): Promise<unknown> => {
    for (;;) {
      const index = frames.findIndex((frame) => frame.event === event);
      const [frame] = index < 0 ? [] : frames.splice(index, 1);
      if (frame !== undefined) return JSON.parse(frame.data || "{}");
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  };
  await next("pusher:connection_established");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: "fanfare" } }));
  await next("pusher_internal:subscription_succeeded");
  return { next, close: () => socket.close() };
}

test("sends a message immediately, lists newest first, and counts confirmed views", async () => {
  const page = await listener();
  const sent = await send({ body: { kind: "toast", text: "Lunch is here", action: { label: "Go", href: "/lunch" } } });
  expect(sent.status).toBe(201);
  expect(await page.next("message")).toMatchObject({
    message: { id: sent.json.id, body: { kind: "toast", text: "Lunch is here", tone: "info" }, priority: "normal" },
  });
  page.close();
  const later = await send({ body: { kind: "celebration", preset: "cannons" }, ttl_s: 5 });
  const list = await owner.call("GET", `/api/live-updates?app_id=${APP.id}&limit=1`);
  expect(list.json).toMatchObject({ items: [{ id: later.json.id }], next: later.json.id });
  const rest = await owner.call("GET", `/api/live-updates?app_id=${APP.id}&after=${list.json.next}`);
  expect(rest.json.items).toMatchObject([
    { id: sent.json.id, counts: { people: null, sent: 0, delivered: 0, seen: 0, acted: 0, expired: 0 } },
  ]);
  expect((await owner.call("GET", sent.headers.get("Location") ?? "")).json.id).toBe(sent.json.id);
});

test("rejects a message with the invalid field", async () => {
  const toast = { kind: "toast", text: "x" };
  const wrong: [Record<string, unknown>, string][] = [
    [{ body: { kind: "toast", text: "" } }, "/body/text"],
    [{ body: { kind: "fax", text: "x" } }, "/body/kind"],
    [{ body: { ...toast, action: { label: "x", href: "javascript:alert(1)" } } }, "/body/action/href"],
    [{ body: { kind: "data", name: "big", data: "x".repeat(limits.live_update_bytes_max) } }, "/body"],
    [{ body: { kind: "badge", badge: "inbox", count: -1 } }, "/body/count"],
    [{ body: toast, ttl_s: limits.live_update_ttl_s_max + 1 }, "/ttl_s"],
    [{ body: toast, audience: { kind: "people", external_ids: [] } }, "/audience/external_ids"],
    [
      { body: toast, audience: { kind: "people", external_ids: Array(limits.live_update_people_max + 1).fill("u") } },
      "/audience/external_ids",
    ],
    [{ body: toast, html: "<b>" }, "/html"],
    [{ body: toast, experiment: { weight: 50, variants: [{ weight: 49, body: toast }] } }, "/experiment/weight"],
    [{ body: toast, experiment: { weight: 50, variants: [] } }, "/experiment/variants"],
  ];
  for (const [input, pointer] of wrong) {
    const { status, json } = await send(input);
    expect([status, json.code, json.fields?.[0]?.pointer]).toEqual([400, "body_invalid", pointer]);
  }
  const reserved = `{"app_id":"${APP.id}","audience":{"kind":"everyone"},"body":{"kind":"data","name":"x","data":{"__proto__":1}}}`;
  expect((await owner.call("POST", "/api/live-updates", reserved)).json.code).toBe("body_invalid");
  const segment = await send({ body: toast, audience: { kind: "segment", segment_id: "seg_none" } });
  expect(segment.json.code).toBe("segment_not_found");
  expect((await owner.call("GET", `/api/live-updates/lup_none?app_id=${APP.id}`)).json.code).toBe(
    "live_update_not_found",
  );
});

test("schedules a message, sends it at its time, and cancels another", async () => {
  const timing = { time_zone: "UTC", send_at: "2026-11-21T12:01" };
  const body = { kind: "toast", text: "Good morning" };
  const planned = await send({ body, timing });
  expect([planned.status, planned.json.scheduled_for]).toEqual([201, "2026-11-21T12:01:00.000Z"]);
  const other = await send({ body, timing: { ...timing, send_at: "2026-11-21T12:02" } });
  const listed = async () =>
    (await owner.call("GET", `/api/live-updates/scheduled?app_id=${APP.id}`)).json.items.map(
      ({ id }: { id: string }) => id,
    );
  expect(await listed()).toEqual([planned.json.id, other.json.id]);
  const cancel = () => owner.call("DELETE", `/api/live-updates/${other.json.id}?app_id=${APP.id}`);
  expect([(await cancel()).status, (await cancel()).json.code]).toEqual([204, "live_update_not_found"]);
  expect(await listed()).toEqual([planned.json.id]);
  for (const [wrong, pointer] of [
    [{ ...timing, send_at: "2026-11-21T11:59" }, "/timing/send_at"],
    [{ ...timing, time_zone: "Mars/Base" }, "/timing/time_zone"],
    [{ time_zone: "UTC", zone: "person" }, "/timing/send_at"],
    [{ time_zone: "UTC", quiet_hours: { from: "25:00", to: "07:00" } }, "/timing/quiet_hours/from"],
  ] as const) {
    const { status, json } = await send({ body, timing: wrong });
    expect([status, json.code, json.fields?.[0]?.pointer]).toEqual([400, "body_invalid", pointer]);
  }
  const page = await listener();
  clock.advance(MINUTE_MS);
  const sent = page.next("message");
  // Each look is planned when the one before has ended.
  await eventually(async () => (await listed()).length === 0, {
    pause: async () => clock.advance(limits.live_update_schedule_interval_ms),
  });
  expect(await sent).toMatchObject({ message: { id: planned.json.id } });
  page.close();
  expect((await owner.call("GET", `/api/live-updates/${planned.json.id}?app_id=${APP.id}`)).json).toMatchObject({
    scheduled_for: null,
    timing: null,
  });
});

test("changes a scheduled message as a whole, and none that was sent or canceled", async () => {
  const timing = { time_zone: "UTC", send_at: "2026-11-22T12:01" };
  const audience = { kind: "everyone" };
  const planned = await send({ audience, body: { kind: "toast", text: "Good morning" }, timing, priority: "high" });
  const path = `/api/live-updates/${planned.json.id}?app_id=${APP.id}`;
  const body = { kind: "toast", text: "Good evening", tone: "info" };
  const later = { ...timing, send_at: "2026-11-22T18:00" };
  const changed = await owner.call("PUT", path, { audience, body, timing: later });
  expect([changed.status, changed.json.id, changed.json.scheduled_for]).toEqual([
    ...[200, planned.json.id],
    "2026-11-22T18:00:00.000Z",
  ]);
  expect((await owner.call("GET", path)).json).toMatchObject({ body, priority: "normal", timing: later });
  const early = await owner.call("PUT", path, { audience, body, timing: { ...timing, send_at: "2026-11-20T12:00" } });
  expect([early.status, early.json.fields?.[0]?.pointer]).toEqual([400, "/timing/send_at"]);
  const segment = { kind: "segment", segment_id: "seg_none" };
  expect((await owner.call("PUT", path, { audience: segment, body, timing: later })).json.code).toBe(
    "segment_not_found",
  );
  // Without a time, it's due now.
  const due = await owner.call("PUT", path, { audience, body: { ...body, text: "Now" } });
  expect(Date.parse(due.json.scheduled_for)).toBe(clock.now());
  await eventually(async () => (await owner.call("GET", path)).json.scheduled_for === null, {
    pause: async () => clock.advance(limits.live_update_schedule_interval_ms),
  });
  expect((await owner.call("GET", path)).json.body.text).toBe("Now");
  const sent = await owner.call("PUT", path, { audience, body, timing: later });
  expect([sent.status, sent.json.code]).toEqual([404, "live_update_not_found"]);
});

test("resends a message, linked to the first one, with counts of its own", async () => {
  const first = (await send({ body: { kind: "toast", text: "New reports" } })).json;
  const again = await owner.call("POST", `/api/live-updates/${first.id}/resend`, { app_id: APP.id });
  expect([again.status, again.json.resend_of, again.json.resent]).toEqual([201, first.id, false]);
  expect(again.json.body).toEqual(first.body);
  expect((await owner.call("GET", again.headers.get("Location") ?? "")).json.id).toBe(again.json.id);
  const shown = (await owner.call("GET", `/api/live-updates/${first.id}?app_id=${APP.id}`)).json;
  expect([shown.resend_of, shown.resent, shown.counts.sent]).toEqual([null, true, 0]);
});

test("compares the variants of a message, and refuses an unknown goal", async () => {
  const body = { kind: "toast", text: "A" };
  const experiment = { weight: 60, variants: [{ weight: 40, body: { kind: "banner", text: "B" } }] };
  const sent = await send({ body, experiment });
  expect([sent.status, sent.json.experiment.variants[0].body]).toEqual([
    201,
    { kind: "banner", text: "B", tone: "info" },
  ]);
  const report = await owner.call("GET", `/api/live-updates/${sent.json.id}/experiment?app_id=${APP.id}`);
  expect(
    report.json.variants.map(({ id, weight, sent: count }: Record<string, unknown>) => [id, weight, count]),
  ).toEqual([
    ["a", 60, 0],
    ["b", 40, 0],
  ]);
  const refused = await send({ body, experiment: { ...experiment, goal_id: "gol_none" } });
  expect([refused.status, refused.json.code]).toEqual([404, "goal_not_found"]);
});

test("rejects more than 100 messages a second with the time to wait", async () => {
  const body = { kind: "badge", badge: "inbox", count: 1 };
  const answers = await Promise.all(Array.from({ length: limits.live_updates_burst_max + 5 }, () => send({ body })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.json.code).toBe("rate_limited");
  expect(refused[0]?.headers.get("Retry-After")).toBe("1");
  clock.advance(1_000);
  expect((await send({ body })).status).toBe(201);
});

test("shows who of an audience can receive a message, before and after it's sent", async () => {
  const external_ids = ["u_known", "u_new"];
  const identified = await server.browser().call("POST", `/v1/identify?app=${APP.key}`, { external_id: "u_known" });
  expect(identified.json.person.verified).toBe(false);
  const audience = { kind: "people", external_ids };
  const reach = await owner.call("POST", "/api/live-updates/reach", { app_id: APP.id, audience });
  expect(reach.json).toEqual({
    ...{ people: 2, more: false },
    states: { verified: 0, anonymous: 0, unverified: 1, merged: 0, unknown: 1 },
    examples: [
      { external_id: "u_known", state: "unverified" },
      { external_id: "u_new", state: "unknown" },
    ],
  });
  const sent = await send({ audience, body: { kind: "toast", text: "Hello" }, ttl_s: 60 });
  expect(sent.json.counts).toMatchObject({ people: 2, reached: 0, waiting: 1, undeliverable: 1, missed: 0 });
  const explained = await owner.call("GET", `/api/explain?app_id=${APP.id}&person=u_known`);
  expect(explained.json.person).toMatchObject({ known: true, messages: "unverified" });
  clock.advance(61_000);
  const later = await owner.call("GET", `/api/live-updates/${sent.json.id}?app_id=${APP.id}`);
  expect(later.json.counts).toMatchObject({ people: 2, reached: 0, waiting: 0, undeliverable: 0, missed: 2 });
  const everyone = { app_id: APP.id, audience: { kind: "everyone" } };
  const { total } = (await owner.call("GET", `/api/people?app_id=${APP.id}`)).json;
  expect(total).toBeGreaterThan(0);
  expect((await owner.call("POST", "/api/live-updates/reach", everyone)).json).toMatchObject({
    ...{ people: total, more: false },
    states: { verified: 0, unverified: 0, unknown: 0 },
  });
  const groups = { app_id: APP.id, audience: { kind: "groups", groups: ["g_1"] } };
  expect((await owner.call("POST", "/api/live-updates/reach", groups)).json.people).toBe(null);
});
