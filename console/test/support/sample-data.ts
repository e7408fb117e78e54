import type { Edition } from "@fanfare/contract/content/content";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import type { CreatedInvite } from "@fanfare/contract/schema/responses/accounts/member";
import type { ContentDetail, Me } from "@fanfare/contract/schema/responses/content/content";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import type { APIRequestContext } from "@playwright/test";
import type { TestServer } from "../../../e2e/support/test-server.ts";
import { APP, createTour, expect, step } from "./harness.ts";
import type { Ids } from "./page-urls.ts";

const PERSON = "u_7";
/** Sends what the console and the SDK send, and fails unless the server takes it. */
const sender =
  (request: APIRequestContext, server: TestServer) =>
  async (method: "POST" | "PUT" | "PATCH", path: string, data: object, revision?: number) => {
    const condition = revision === undefined ? {} : { "if-match": `"${revision}"` };
    const headers = { origin: server.url, ...condition };
    const answer = await request.fetch(`${server.url}/${path}`, { method, data, headers });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
type Send = ReturnType<typeof sender>;

const OF_APP = `app_id=${APP.id}`;

/** Creates one of each resource that the console lists, and returns the IDs. */
export async function seedOneOfEach(request: APIRequestContext, server: TestServer): Promise<Ids> {
  const send = sender(request, server);
  await seedPeople(send);
  const rule = { kind: "group", external_id: "globex" };
  const segment = await send("POST", "api/segments", { name: "Shop owners", rule });
  const theme = await send("POST", "api/themes", { name: "Harbour", theme: BUILT_IN_THEME });
  await send("POST", "api/goals", { app_id: APP.id, name: "First order", event_name: "order_placed" });
  const target = { strategies: [{ kind: "role_name", role: "button", name: "Share" }] };
  const on = { kind: "click", target };
  const tracker = await send("POST", `api/trackers?${OF_APP}`, { name: "report_shared", on });
  await send("POST", "api/webhooks", { app_id: APP.id, url: "http://127.0.0.1:9/fanfare" });
  const covers = { types: [], tags: ["onboarding"] };
  await send("POST", "api/cap-groups", { name: "Quiet days", runs_max: 9, window_hours: 24, covers });
  const tour = await createTour(request, server, { name: "Welcome", edition: EDITION });
  const survey = await seedContent(send, tour);
  const { revision } = await (await request.get(`${server.url}/api/apps/${APP.id}`)).json();
  const me: Me = await (await request.get(`${server.url}/api/me`)).json();
  const links = await seedSettings(send, revision, me.member.id);
  return {
    ...{ content: tour.id, survey: survey.id, person: PERSON, group: "globex" },
    ...{ segment: segment.id, theme: theme.id, tracker: tracker.id, ...links },
  };
}

async function seedPeople(send: Send): Promise<void> {
  const attributes = { name: "Ada Lovelace", email: "ada@example.com", plan: "pro", seats: 3 };
  await send("POST", `v1/identify?app=${APP.key}`, { external_id: PERSON, attributes });
  await send("POST", `v1/boot?app=${APP.key}`, {});
  await send("PUT", `api/groups/globex?${OF_APP}`, { attributes: { name: "Acme", plan: "pro" } });
  await send("PUT", `api/people/${PERSON}/groups/globex?${OF_APP}`, { attributes: { role: "owner" } });
}

/** Publishes the tour, a survey, and a celebration, and what one person did with them. Returns the survey. */
async function seedContent(send: Send, tour: ContentDetail): Promise<ContentDetail> {
  const publish = ({ id, revision }: ContentDetail) =>
    send("POST", `api/contents/${id}/publish`, { app_id: APP.id }, revision);
  const make = async (slug: string, draft: object): Promise<ContentDetail> => {
    const content = await send("POST", "api/contents", { app_id: APP.id, slug, name: `The ${slug}`, draft });
    await publish(content);
    return content;
  };
  await publish(tour);
  const survey = await make("survey", { body: { type: "survey", title: "How is the desk?", questions: QUESTIONS } });
  const trigger = { kind: "event", event: "order_placed", count: { on: "nth", n: 1 } };
  const celebration = await make("party", { body: { type: "celebration", preset: "stars", message: "Yes!" }, trigger });
  await send("POST", "api/track", {
    ...{ app_id: APP.id, external_id: PERSON },
    events: [
      ...[...resultOf(tour.id), ...answersTo(survey.id)],
      { name: "experiment_exposed", props: { content_id: tour.id, version: 1, variant: "a" } },
      { name: "order_placed", props: {} },
    ],
  });
  await celebrate(send, celebration.slug);
  await send("POST", `v1/suppressions?app=${APP.key}`, {
    ...{ external_id: PERSON, scope: "content", target: tour.slug },
  });
  const body = { kind: "toast", title: "Soon", text: "Back at noon" };
  await send("POST", "api/live-updates", { app_id: APP.id, audience: { kind: "everyone" }, body });
  return survey;
}

/** Sends what the SDK sends when an event triggers a celebration. */
async function celebrate(send: Send, slug: string): Promise<void> {
  const post = (path: string, data: object) =>
    send("POST", `v1/${path}?app=${APP.key}`, { external_id: PERSON, ...data });
  const at = new Date().toISOString();
  await post("events", {
    events: [{ id: "019aa5a0-0000-7000-8000-000000000001", name: "order_placed", at, props: {} }],
  });
  const { decisions }: Pick<BootResponse, "decisions"> = await post("identify", {});
  const { content_id, version_id } = decisions.find((each) => each.slug === slug) ?? {};
  const run_id = "run_019aa5a0-0000-7000-8000-000000000001";
  await post("progress", { action: "start", run_id, content_id, version_id, step_id: "celebration", reason: "event" });
  await post("progress", { action: "end", run_id, seq: 1, reason: "completed" });
}

/** Returns the queries of an invitation's and a password reset's link. */
async function seedSettings(send: Send, revision: number, member: string): Promise<Pick<Ids, "invite" | "reset">> {
  const channel_rules = [{ pattern: "private-orders-*", who: "identified" }];
  const history_rules = [{ pattern: "orders-*" }];
  await send("PATCH", `api/apps/${APP.id}`, { settings: { channel_rules, history_rules } }, revision);
  await send("POST", "api/tokens", { name: "Publishing from CI", scopes: ["content.publish"] });
  await send("POST", "api/backups", {});
  // Create the links before the mail server is configured, so that no email is sent.
  const invite: CreatedInvite = await send("POST", "api/invites", { email: "ines@example.com", role: "viewer" });
  const { url } = await send("POST", `api/members/${member}/reset-link`, {});
  await send("PUT", "api/mail", {
    ...{ host: "mail.example.com", port: 25, security: "none", user: null },
    ...{ from: "tours@example.com", from_name: "Tours" },
  });
  return { invite: new URL(invite.url).search, reset: new URL(url).search };
}

/** A tour with data in every editor tab. */
const EDITION: Partial<Edition> = {
  locale: "en",
  translations: { he: { "one.title": "צעד ראשון" } },
  tags: ["onboarding"],
  targeting: {
    urls: { include: ["https://shop.example/*"], exclude: [] },
    audience: { kind: "attribute", of: "person", name: "plan", test: { type: "any", op: "is_set" } },
  },
  rollout: { holdout_percent: 10 },
  experiment: {
    seed: "the first",
    weight: 60,
    variants: [
      {
        ...{ id: "b", name: "Short", weight: 40 },
        body: {
          ...{ type: "tour", suppression: { offered: true, days: 365 } },
          steps: [step("one", "In short"), step("two", "Second step")],
        },
      },
    ],
  },
};

export const QUESTIONS = [
  { id: "likely", kind: "nps", title: "Would you recommend the desk?" },
  {
    ...{ id: "uses", kind: "choice", title: "What do you use it for?", several: true },
    options: [
      { id: "orders", label: "Orders" },
      { id: "stock", label: "Stock" },
    ],
  },
  { id: "why", kind: "text", title: "What should we change?" },
];

function answersTo(content_id: string): readonly object[] {
  const props = { content_id, version: 1, run_id: "run-survey" };
  return Object.entries({ likely: 9, uses: ["orders"], why: "More keys" }).map(([step_id, answer]) => ({
    name: "survey_answered",
    props: { ...props, step_id, answer },
  }));
}

/** Events of completed and dismissed views, and of a step with a missing target. */
export function resultOf(content_id: string): readonly object[] {
  const times = (count: number, name: string, more = {}) =>
    Array.from({ length: count }, () => ({ name, props: { content_id, version: 1, ...more } }));
  return [
    ...times(20, "tour_started", { wait_ms: 180 }),
    ...times(18, "tour_step_seen", { step_id: "one" }),
    ...times(4, "step_target_missing", { step_id: "one", tried: [{ kind: "text", matches: 3, visible: 3 }] }),
    ...times(3, "step_prepare_failed", { step_id: "one", action: "open-menu", why: "late" }),
    ...times(3, "step_obstructed", { step_id: "one", how: "events_stopped" }),
    ...times(5, "tour_completed"),
    ...times(2, "tour_dismissed", { unseen: true, reason: "escape" }),
    ...times(1, "tour_dismissed", { reason: "error", error: "TypeError" }),
  ];
}
