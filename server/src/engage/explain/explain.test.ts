import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import { evaluate, explainGates } from "@fanfare/contract/gates/evaluate";
import { type Facts, GATES, type Gate } from "@fanfare/contract/gates/gates";
import { type AppId, newId, type PersonId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppress } from "../../../test/support/v1-browser.ts";
import { newEventId, newRunId, startV1Server, type V1Server } from "../../../test/support/v1-server.ts";
import { silentLog } from "../../lib/log.ts";
import { toIso, toJson } from "../../store/columns.ts";
import { pausePublication } from "../../store/statements/content/publications.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { serverFacts } from "../decide/decisions.ts";
import { loadPersonFacts } from "../decide/person-facts.ts";
import { createPublished } from "../decide/published-cache.ts";
import { explainForMember } from "./explain-for-member.ts";

const URL = "https://shop.example/orders/7";
const plan = (value: string): Rule => ({
  kind: "attribute",
  of: "person",
  name: "plan",
  test: { type: "text", op: "is", value },
});

let server: V1Server;
beforeAll(async () => {
  server = await startV1Server(temporaryStore);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A reason why a person doesn't see content: its setup, and the gate expected in the explanation. */
interface Cause {
  readonly because: string;
  readonly gate: Gate;
  readonly text: RegExp;
  readonly edition?: Partial<Edition>;
  readonly before?: (slug: string, token: string) => Promise<unknown>;
  readonly page?: Partial<Facts>;
  readonly app_paused?: boolean;
}

const SURVEY: SurveyBody = {
  ...{ type: "survey", form: "corner", title: "How is it?", blocks: [] },
  questions: [{ id: "nps", kind: "nps", title: "Recommend us?", required: true, low_label: "", high_label: "" }],
  suppression: { offered: false, days: 365 },
};
async function respond(slug: string): Promise<void> {
  const { db } = server.store;
  const { id: content_id } = await db
    .selectFrom("contents")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  // In total.
  const row = { app_id: server.shop.id, content_id, day: -1, responses: 1 };
  await server.store.write([{ query: insertRow(db, "survey_response_counts", row), expect: 1 }]);
}

const everywhere = { include: [], exclude: [] };
const targeting = (fields: Partial<Edition["targeting"]>): Edition["targeting"] => ({ urls: everywhere, ...fields });
async function ended(slug: string, token: string, reason: string): Promise<void> {
  const browser = server.browser();
  const boot = await browser.boot(token);
  const decision = boot.decisions.find((each) => each.slug === slug);
  const run_id = newRunId(server);
  const { content_id, version_id } = decision ?? {};
  const start = { action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" };
  expect((await browser.call("POST", "progress", { body: start, token })).status).toBe(200);
  const end = { action: "end", run_id, seq: 1, reason };
  expect((await browser.call("POST", "progress", { body: end, token })).status).toBe(200);
}

const CAUSES: readonly Cause[] = [
  { because: "the app is paused", gate: "app_paused", text: /app is paused/, app_paused: true },
  {
    because: "it was taken out",
    gate: "not_published",
    text: /Not published/,
    before: (slug) => server.unpublish(slug),
  },
  { because: "it is paused", gate: "not_published", text: /paused/, before: (slug) => pause(slug) },
  {
    because: "it begins tomorrow",
    gate: "schedule",
    text: /from 2026-11-22T09:00/,
    edition: { schedule: { starts_at: "2026-11-22T09:00", zone: "utc" } },
  },
  {
    because: "it is over",
    gate: "schedule",
    text: /until 2026-11-20/,
    edition: { schedule: { ends_at: "2026-11-20T09:00", zone: "utc" } },
  },
  {
    because: "it goes by the person's clock, which nobody knows",
    gate: "suppressed",
    text: /Hidden by the person until/,
    edition: { schedule: { starts_at: "2026-11-20T09:00", zone: "utc" } },
    before: (slug, token) => suppress(server.browser(), { scope: "content", target: slug }, token),
  },
  {
    because: "it is for visitors",
    gate: "identity",
    text: /anonymous/,
    edition: { targeting: targeting({ people: "anonymous" }) },
  },
  {
    because: "the plan is another one",
    gate: "audience",
    text: /plan is "free", expected "pro"/,
    edition: { targeting: targeting({ audience: plan("pro") }) },
  },
  {
    because: "no task is for the person",
    gate: "tasks",
    text: /The task isn't for this person\. Task “Upgrade” isn't for this person: plan is "free", expected "pro"/,
    edition: {
      body: {
        ...{ type: "checklist", title: "First steps", blocks: [], opens: "open" },
        tasks: [{ id: "up", title: "Upgrade", blocks: [], done_when: { kind: "person" }, audience: plan("pro") }],
        suppression: { offered: false, days: 365 },
      },
    },
  },
  {
    because: "the attribute is not set",
    gate: "audience",
    text: /country isn't set/,
    edition: {
      targeting: targeting({
        audience: { kind: "attribute", of: "person", name: "country", test: { type: "text", op: "is", value: "CH" } },
      }),
    },
  },
  {
    because: "they belong to another company",
    gate: "audience",
    text: /doesn't belong to acme/,
    edition: { targeting: targeting({ audience: { kind: "group", external_id: "acme" } }) },
  },
  {
    because: "the event did not happen often enough",
    gate: "audience",
    text: /order_shipped occurred 0 times in the last 7 days, expected at least 3/,
    edition: {
      targeting: targeting({
        audience: { kind: "event", name: "order_shipped", count: { op: "at_least", times: 3 }, within_days: 7 },
      }),
    },
  },
  {
    because: "the page is another one",
    gate: "url",
    text: /none of \/cart/,
    edition: { targeting: { urls: { include: ["/cart"], exclude: [] } } },
  },
  {
    because: "the page is left out",
    gate: "url",
    text: /excluded pattern \/orders\/\*/,
    edition: { targeting: { urls: { include: [], exclude: ["/orders/*"] } } },
  },
  {
    because: "the element is not there",
    gate: "element",
    text: /doesn't match the audience/,
    edition: { targeting: targeting({ audience: { kind: "element", selector: "#pay" } }) },
    page: { element: () => false },
  },
  {
    because: "its event has not happened",
    gate: "event",
    text: /cart_opened hasn't occurred/,
    edition: { trigger: { kind: "event", event: "cart_opened" } },
  },
  {
    because: "no event has matched its trigger's properties",
    gate: "event",
    text: /Counts only events that match: total: at least 100/,
    edition: {
      trigger: {
        ...{ kind: "event", event: "cart_opened" },
        props: [{ name: "total", test: { type: "number", op: "at_least", value: 100 } }],
      },
    },
  },
  {
    because: "it starts from code alone",
    gate: "event",
    text: /only from code/,
    edition: { trigger: { kind: "manual" } },
  },
  {
    because: "nobody followed the link",
    gate: "event",
    text: /only from its link/,
    edition: { trigger: { kind: "link" } },
  },
  {
    because: "it was shown once",
    gate: "frequency",
    text: /Already shown once/,
    edition: { frequency: { mode: "once" } },
    before: (slug, token) => ended(slug, token, "escape"),
  },
  {
    because: "it was completed",
    gate: "frequency",
    text: /Already completed/,
    before: (slug, token) => ended(slug, token, "completed"),
  },
  {
    because: "it comes every week",
    gate: "frequency",
    text: /every 7 days\. Last view ended: 2026-11-21/,
    edition: { frequency: { mode: "every", every_days: 7 } },
    before: (slug, token) => ended(slug, token, "completed"),
  },
  {
    because: "enough people have responded",
    gate: "quota",
    text: /1 of 1 responses in total/,
    edition: { body: SURVEY, quota: { responses: 1 } },
    before: respond,
  },
  {
    because: "something of its cap group was shown today",
    gate: "cap_group",
    text: /Sales: 1 of 1 in 24 hours/,
    edition: { tags: ["sales"], frequency: { mode: "always" } },
    before: async (slug, token) => {
      await capSales();
      await ended(slug, token, "completed");
    },
  },
  {
    because: "they hid its tag for a year",
    gate: "suppressed",
    text: /until 2027-11-21.*tag news/,
    edition: { tags: ["news"] },
    before: (_, token) => suppress(server.browser(), { scope: "tag", target: "news" }, token),
  },
  {
    because: "they snoozed it",
    gate: "snoozed",
    text: /Snoozed until 2026-11-22/,
    before: (slug, token) =>
      server.browser().call("POST", "suppressions", {
        body: { scope: "content", target: slug, reason: "snoozed", days: 1 },
        token,
      }),
  },
  {
    because: "they are held out",
    gate: "holdout",
    text: /In the 50% holdout/,
    edition: { rollout: { holdout_percent: 50 } },
  },
  {
    because: "it is rolled out to nobody yet",
    gate: "percentage",
    text: /Not in the 0% rollout/,
    edition: { rollout: { percent: 0 } },
  },
  { because: "something else is on the screen", gate: "lane_busy", text: /on the screen/, page: { lane_free: false } },
  {
    because: "something else goes first",
    gate: "outranked",
    text: /Tour first has a higher priority/,
    edition: { priority: -5 },
    before: () => server.publish("first", { priority: 50 }),
  },
  { because: "the page asked for silence", gate: "host_paused", text: /paused Fanfare/, page: { host_paused: true } },
  { because: "they have not consented", gate: "consent", text: /hasn't consented/, page: { consent: false } },
  {
    because: "the button is gone",
    gate: "target_missing",
    text: /target isn't on the page/,
    page: { target: "missing" },
  },
  { because: "the button is under a menu", gate: "target_hidden", text: /isn't visible/, page: { target: "hidden" } },
  { because: "a blocker stopped the SDK", gate: "sdk_blocked", text: /couldn't load/, page: { sdk_blocked: true } },
  {
    because: "the page is from before the change",
    gate: "version_mismatch",
    text: /older than the last change/,
    page: { page_outdated: true },
  },
];

const CLEAR_PAGE: Partial<Facts> = {
  ...{ url: URL, events: [], requested: false, element: () => true, lane_free: true, host_paused: false },
  ...{ consent: true, target: "found", sdk_blocked: false, page_outdated: false },
};

async function pause(slug: string): Promise<void> {
  const { store } = server;
  const { id } = await store.db.selectFrom("contents").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  await store.write([{ query: pausePublication(store.db, id, server.shop.id, server.clock.now()), expect: 1 }]);
  raise();
}

async function capSales(): Promise<void> {
  const { clock, store } = server;
  const at = clock.now();
  const row = {
    ...{ id: newId("cap", clock, systemRng), name: "Sales", runs_max: 1, window_hours: 24, revision: 1 },
    ...{ covers: toJson({ types: [], tags: ["sales"] }), created_at: at, updated_at: at },
  };
  await store.write([{ query: insertRow(store.db, "cap_groups", row), expect: 1 }]);
  raise();
}

function raise(): void {
  const present = server.records.find(({ id }) => id === server.shop.id) ?? server.shop;
  server.change(server.shop, { config_version: present.config_version + 1 });
}

/** The holdout contains half of the people. Find a person in it for this cause. */
async function someone(cause: Cause, index: number): Promise<string> {
  for (let tried = 0; ; tried++) {
    const name = `person-${index}-${tried}`;
    const token = await server.token(name);
    const { body } = await server.browser().identify(name, token, { plan: "free" });
    const edition = cause.edition?.rollout?.holdout_percent;
    if (edition === undefined) return name;
    const shown = body.decisions.some(({ slug, variant }) => slug === `cause-${index}` && variant !== "holdout");
    if (!shown) return name;
  }
}

test.each(CAUSES.map((cause, index) => [cause.because, cause, index] as const))(
  "reports the cause: %s",
  async (_, cause, index) => {
    const slug = `cause-${index}`;
    const only = { ...cause.edition };
    await server.publish(slug, only);
    const name = await someone(cause, index);
    await cause.before?.(slug, await server.token(name));
    const app = server.change(server.shop, { paused: cause.app_paused === true });
    try {
      const published = createPublished({ store: server.store, log: silentLog });
      const deps = { clock: server.clock, rng: systemRng, store: server.store, published };
      const answer = await explainForMember(deps, app, { person: name, content_id: slug, url: URL });
      const [item] = answer.items;
      expect(answer.items).toHaveLength(1);
      if (cause.page === undefined && !["event"].includes(cause.gate)) {
        expect([item?.gate, item?.gates[0]?.gate]).toEqual([cause.gate, cause.gate]);
        expect(item?.gates[0]?.evidence).toMatch(cause.text);
        expect(item?.gates.map(({ gate }) => gate).toSorted()).toEqual([...GATES].toSorted());
        return;
      }
      // Only the page has the remaining facts. It combines them with the server's.
      expect(item?.outcome).toBe("unknown");
      const contents = await published(app);
      const content = contents.find(slug);
      const row = await server.store.db
        .selectFrom("people")
        .selectAll()
        .where("external_id", "=", name)
        .executeTakeFirstOrThrow();
      const person = {
        id: row.id as PersonId,
        external_id: name,
        channel_id: name,
        verified: true,
        merged: false,
        row,
      };
      const about = { app_id: app.id as AppId, person, call_context: { groups: [], context: {} } };
      const facts = await loadPersonFacts(server.store, contents, about, server.clock.now());
      if (content === undefined) throw new Error("What was published is not there.");
      const page: Partial<Facts> = { ...CLEAR_PAGE, outranked: false, ...cause.page };
      const result = evaluate(content, { ...serverFacts(app, content, facts, server.clock.now()), ...page });
      const [first] = explainGates(result.evidence).gates;
      expect([result.outcome, first?.gate]).toEqual(["hide", cause.gate]);
      expect(first?.evidence).toMatch(cause.text);
    } finally {
      server.change(server.shop, { paused: false });
      const { db } = server.store;
      await server.store.write([
        { query: db.deleteFrom("publications").compile() },
        { query: db.deleteFrom("cap_groups").compile() },
      ]);
      raise();
    }
  },
);

test("doesn't outrank with other screen areas or with content for code and links", async () => {
  const panels = [{ id: "p", title: "p", blocks: [] }];
  const suppression = { offered: false, days: 365 };
  await server.publish("bar", {
    ...{ priority: 50, body: { type: "announcement", form: "banner", tone: "info", panels, suppression } },
  });
  await server.publish("tour", {});
  await server.publish("first", { priority: 10 });
  await server.publish("asked", { trigger: { kind: "manual" } });
  await server.publish("linked", { trigger: { kind: "link" } });
  const published = createPublished({ store: server.store, log: silentLog });
  const deps = { clock: server.clock, rng: systemRng, store: server.store, published };
  const app = server.records.find(({ id }) => id === server.shop.id) ?? server.shop;
  const { items } = await explainForMember(deps, app, { person: "anybody", url: URL });
  const statuses = items.map(({ slug, gates }) => [slug, gates.find(({ gate }) => gate === "outranked")?.status]);
  expect(Object.fromEntries(statuses)).toEqual({
    ...{ bar: "pass", first: "pass", tour: "block", asked: "pass", linked: "pass" },
  });
});

test("outranks content of higher priority by what is running", async () => {
  await server.publish("urgent", { priority: 90 });
  const running = await server.publish("running", { priority: -9, trigger: { kind: "manual" } });
  const token = await server.token("u_running");
  const run_id = newRunId(server);
  const body = { action: "start", run_id, ...running, step_id: "hello", reason: "api" };
  expect((await server.browser().call("POST", "progress", { token, body })).status).toBe(200);
  const published = createPublished({ store: server.store, log: silentLog });
  const deps = { clock: server.clock, rng: systemRng, store: server.store, published };
  const app = server.records.find(({ id }) => id === server.shop.id) ?? server.shop;
  const { items } = await explainForMember(deps, app, { person: "u_running", url: URL });
  const urgent = items.find(({ slug }) => slug === "urgent");
  expect(urgent?.gates.find(({ gate }) => gate === "outranked")).toMatchObject({
    status: "block",
    evidence: "Tour running is already in progress.",
  });
});

test("says which of two items of the same priority is older", async () => {
  await server.publish("elder", { priority: 95 });
  await server.publish("junior", { priority: 95 });
  const published = createPublished({ store: server.store, log: silentLog });
  const deps = { clock: server.clock, rng: systemRng, store: server.store, published };
  const app = server.records.find(({ id }) => id === server.shop.id) ?? server.shop;
  const { items } = await explainForMember(deps, app, { person: "anybody", url: URL });
  const evidenceOf = (name: string) =>
    items.find(({ slug }) => slug === name)?.gates.find(({ gate }) => gate === "outranked")?.evidence;
  expect(evidenceOf("junior")).toBe("Tour elder has the same priority and is older.");
});

test("names tasks that the person skipped, and tasks that aren't for the person", async () => {
  const task = (id: string, title: string) => ({ id, title, blocks: [], done_when: { kind: "person" } }) as const;
  const tasks = [task("invite", "Invite"), { ...task("up", "Upgrade"), audience: plan("pro") }, task("tour", "Tour")];
  const list = await server.publish("steps", {
    body: {
      ...{ type: "checklist", title: "First steps", blocks: [], opens: "open", skippable: true, tasks },
      suppression: { offered: false, days: 365 },
    },
  });
  const token = await server.token("u_skipped");
  const run_id = newRunId(server);
  const send = (path: string, body: object) => server.browser().call("POST", path, { body, token });
  await send("progress", { action: "start", run_id, ...list, step_id: "checklist", reason: "rule" });
  const props = { content_id: list.content_id, run_id, step_id: "invite" };
  const at = toIso(server.clock.now());
  await send("events", { events: [{ id: newEventId(server), name: "checklist_task_skipped", at, props }] });
  const published = createPublished({ store: server.store, log: silentLog });
  const deps = { clock: server.clock, rng: systemRng, store: server.store, published };
  const app = server.records.find(({ id }) => id === server.shop.id) ?? server.shop;
  const { items } = await explainForMember(deps, app, { person: "u_skipped", content_id: "steps", url: URL });
  const gate = items[0]?.gates.find((each) => each.gate === "tasks");
  expect(gate?.status).toBe("pass");
  expect(gate?.evidence).toMatch(/Task “Upgrade” isn't for this person: plan/);
  expect(gate?.evidence).toMatch(/This person skipped the task “Invite”\.$/);
});

test("has a cause for every gate", () => {
  expect(new Set(CAUSES.map(({ gate }) => gate))).toEqual(new Set(GATES));
  expect(CAUSES.length).toBeGreaterThanOrEqual(25);
});
