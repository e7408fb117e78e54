import { beforeAll, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { TimelineEntry, TimelinePage } from "@fanfare/contract/schema/responses/people/timeline";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, identityToken, sampleTour } from "../../../../test/support/temporary-server.ts";

const question = (id: string, title: string) => ({ id, title, required: false });
const speed = { id: "o1", label: "Speed" };
const price = { id: "o2", label: "Price" };
const options = [speed, price];
const columns = [
  { id: "c1", label: "Bad" },
  { id: "c2", label: "Good" },
];
/** In variant B, the ranking has other words. */
const SURVEY = {
  body: {
    type: "survey",
    title: "How is it?",
    questions: [
      { ...question("parts", "Rate each part"), kind: "matrix", rows: options, columns },
      { ...question("rank", "Rank what matters"), kind: "ranking", options },
    ],
  },
  experiment: {
    ...{ seed: "s", weight: 50 },
    variants: [
      {
        ...{ id: "b", name: "Other words", weight: 50 },
        body: {
          ...{ type: "survey", title: "How is it?" },
          questions: [
            { ...question("rank", "Order them"), kind: "ranking", options: [{ id: "o1", label: "Pace" }, price] },
          ],
        },
      },
    ],
  },
} as unknown as Edition; // The server validates it.

const { server, owner } = await sharedServer({
  contents: {
    contents: [
      { slug: "welcome", name: "Welcome", edition: sampleTour("Hello") },
      { slug: "survey", name: "Survey", edition: SURVEY },
    ],
  },
});
const idOf = async (slug: string): Promise<string> => {
  const { items } = (await owner.call("GET", `/api/contents?app_id=${APP.id}`)).json;
  return items.find((each: { readonly slug: string }) => each.slug === slug).id;
};
let content_id: string;
beforeAll(async () => {
  const token = await identityToken("u_1");
  const send = async (path: string, body: object) => {
    const answer = await server
      .browser()
      .call("POST", `/v1/${path}?app=shop`, body, { Authorization: `Bearer ${token}` });
    expect([path, answer.status < 300, answer.json]).toEqual([path, true, answer.json]);
    return answer.json;
  };
  await send("identify", { external_id: "u_1", attributes: { name: "Ada" } });
  content_id = await idOf("welcome");
  await send("suppressions", { scope: "content", target: "welcome" });
  for (const name of ["order_1", "order_2", "order_3"]) {
    const tracked = await owner.call("POST", "/api/track", {
      app_id: APP.id,
      external_id: "u_1",
      events: [{ name, props: { total: 12 } }],
    });
    expect([tracked.status < 300, tracked.json]).toEqual([true, tracked.json]);
  }
});

const read = async (query: string): Promise<TimelinePage> =>
  (await owner.call("GET", `/api/people/u_1/timeline?app_id=${APP.id}${query}`)).json;
const nameOf = (entry: TimelineEntry): string => (entry.kind === "event" ? entry.name : entry.kind);

test("lists events with content names, newest first", async () => {
  const { items, next } = await read("");
  expect(items.map(nameOf)).toEqual(["order_3", "order_2", "order_1", "suppression"]);
  expect(next).toBeNull();
  const last = items.at(-1);
  expect(last?.kind === "suppression" && last.content).toEqual({ id: content_id, name: "Welcome" });
});

test("pages by keyset, each entry once, and filters by kind", async () => {
  const seen: string[] = [];
  let before = "";
  do {
    const page = await read(`&limit=1${before}`);
    seen.push(...page.items.map(nameOf));
    before = page.next === null ? "" : `&after=${page.next}`;
  } while (before !== "" && seen.length < 9);
  expect(seen).toEqual(["order_3", "order_2", "order_1", "suppression"]);
  expect((await read("&kind=suppression")).items.map(nameOf)).toEqual(["suppression"]);
  expect((await read("&kind=run")).items).toEqual([]);
});

test("names the step of a content event as it was in the version shown", async () => {
  const at = { app_id: APP.id, external_id: "u_2" };
  const props = { content_id, version: 1, step_id: "hello", step_index: 0 };
  const events = [
    { name: "tour_step_seen", props },
    { name: "tour_step_seen", props: { ...props, version: 1e15 } },
    { name: "tour_step_seen", props: { ...props, step_id: "gone" } },
  ];
  const tracked = await owner.call("POST", "/api/track", { ...at, events });
  expect([tracked.status < 300, tracked.json]).toEqual([true, tracked.json]);
  const page = await owner.call("GET", `/api/people/u_2/timeline?app_id=${APP.id}`);
  const parts = (page.json.items as TimelineEntry[]).map((entry) => entry.kind === "event" && entry.part);
  expect(parts.toSorted()).toEqual([{ id: "hello", number: 1, title: "Hello" }, null, null]);
});

test("names the question and the answer as they were in the variant shown", async () => {
  const base = { content_id: await idOf("survey"), version: 1, variant: "a" };
  const answered = (more: object) => ({ name: "survey_answered", props: { ...base, ...more } });
  const events = [
    answered({ step_id: "parts", answer: { rows: { o1: "c2" } } }),
    answered({ step_id: "rank", answer: ["o2", "o1"] }),
    answered({ step_id: "rank", answer: ["o2", "o1"], variant: "b" }),
  ];
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_7", events });
  const { json } = await owner.call("GET", `/api/people/u_7/timeline?app_id=${APP.id}&kind=event`);
  const named = (json.items as TimelineEntry[]).map(
    (entry) => entry.kind === "event" && [entry.part?.title, entry.answer],
  );
  expect(named.toReversed()).toEqual([
    ["Rate each part", ["Speed: Good"]],
    ["Rank what matters", ["Price", "Speed"]],
    ["Order them", ["Price", "Pace"]],
  ]);
});

test("names the step of a view as it was in the variant shown", async () => {
  const survey_id = await idOf("survey");
  const { json: versions } = await owner.call("GET", `/api/contents/${survey_id}/versions`);
  const headers = { Authorization: `Bearer ${await identityToken("u_8")}` };
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await server.browser().call("POST", `/v1/${path}?app=shop`, body, headers);
    expect([path, answer.status < 300, answer.json]).toEqual([path, true, answer.json]);
  };
  await send("identify", { external_id: "u_8", attributes: {} });
  const run = { content_id: survey_id, run_id: newId("run", systemClock, systemRng) };
  const moved = { action: "start", version_id: versions.items[0].id, step_id: "rank", reason: "rule" };
  await send("progress", { ...run, ...moved });
  const title = async () => {
    const { json } = await owner.call("GET", `/api/people/u_8/timeline?app_id=${APP.id}&kind=run`);
    return (json.items as TimelineEntry[]).map((entry) => entry.kind === "run" && entry.part?.title);
  };
  expect(await title()).toEqual(["Rank what matters"]);
  const props = { ...run, version: 1, variant: "b", start_reason: "rule" };
  await owner.call("POST", "/api/track", {
    ...{ app_id: APP.id, external_id: "u_8", events: [{ name: "survey_started", props }] },
  });
  expect(await title()).toEqual(["Order them"]);
});

test("lists events of one request in the order in which they happened, on any page", async () => {
  const at = { app_id: APP.id, external_id: "u_3" };
  const names = ["opened", "searched", "added", "paid", "left"];
  await owner.call("POST", "/api/track", { ...at, events: names.map((name) => ({ name })) });
  const time = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
  // Sent later, in another order than they happened.
  const late = [3, 1, 2].map((minute) => ({ name: `minute_${minute}`, at: time(minute) }));
  await owner.call("POST", "/api/track", { ...at, events: late });
  const seen: string[] = [];
  let after = "";
  do {
    const { json } = await owner.call("GET", `/api/people/u_3/timeline?app_id=${APP.id}&limit=2${after}`);
    seen.push(...(json.items as TimelineEntry[]).map(nameOf));
    after = json.next === null ? "" : `&after=${json.next}`;
  } while (after !== "" && seen.length < 20);
  expect(seen).toEqual(["minute_3", "minute_2", "minute_1", ...names.toReversed()]);
});

test("orders events of a view at the same millisecond by its steps", async () => {
  const props = { content_id, version: 1, run_id: "run_1", step_id: "hello" };
  const names = [...["tour_suppressed", "tour_step_completed", "tour_dismissed", "tour_started", "tour_step_seen"]];
  const events = names.map((name) => ({ name, props, at: "2026-01-01T00:00:00.000Z" }));
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_4", events });
  const { json } = await owner.call("GET", `/api/people/u_4/timeline?app_id=${APP.id}&kind=event`);
  expect((json.items as TimelineEntry[]).map(nameOf)).toEqual([
    ...["tour_suppressed", "tour_dismissed", "tour_step_completed", "tour_step_seen", "tour_started"],
  ]);
});

test("gives the text of the message that an event is about, if the person got it", async () => {
  const send = async (to: string, text: string): Promise<string> => {
    const audience = { kind: "people", external_ids: [to] };
    const sent = await owner.call("POST", "/api/live-updates", {
      ...{ app_id: APP.id, audience, body: { kind: "toast", text } },
    });
    expect([sent.status < 300, sent.json]).toEqual([true, sent.json]);
    return sent.json.id;
  };
  const [own, foreign] = [await send("u_5", "We are closed on Friday"), await send("u_6", "For u_6 only")];
  const headers = { Authorization: `Bearer ${await identityToken("u_5")}` };
  const browser = server.browser();
  await browser.call("POST", `/v1/identify?app=shop`, { external_id: "u_5", attributes: {} }, headers);
  await browser.call("POST", `/v1/messages?app=shop`, { device: "laptop-1" }, headers);
  const events = [own, foreign].map((live_update_id) => ({ name: "opened", props: { live_update_id } }));
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_5", events });
  const { json } = await owner.call("GET", `/api/people/u_5/timeline?app_id=${APP.id}&kind=event`);
  const messages = (json.items as TimelineEntry[]).map((entry) => entry.kind === "event" && entry.message);
  expect(new Set(messages)).toEqual(new Set([null, "We are closed on Friday"]));
});

test("rejects an invalid cursor and an unknown person with a reason", async () => {
  const wrong = await owner.call("GET", `/api/people/u_1/timeline?app_id=${APP.id}&after=nonsense`);
  expect([wrong.status, wrong.json.code]).toEqual([400, "query_invalid"]);
  const unknown_person = await owner.call("GET", `/api/people/u_9/timeline?app_id=${APP.id}`);
  expect([unknown_person.status, unknown_person.json.code]).toEqual([404, "person_not_found"]);
});
