import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { toJson } from "../../src/store/columns.ts";
import { insertRow } from "../../src/store/statements/insert-row.ts";
import { sampleImage } from "./sample-image.ts";
import {
  APP,
  identityToken,
  sampleTour,
  type TemporaryServer,
  type TestBrowser,
  type TestResponse,
} from "./temporary-server.ts";

/** Values of each path parameter, by the noun that the path starts with. */
export type PathParameters = Readonly<Record<string, Readonly<Record<string, string>>>>;

const app_id = APP.id;
const PERSON = "ada";

type Create = (
  path: string,
  body: unknown,
  headers?: Record<string, string>,
  method?: string,
) => Promise<TestResponse["json"]>;

const RULE = {
  kind: "not",
  rule: { kind: "attribute", of: "person", name: "seats", test: { type: "any", op: "is_set" } },
};

const QUESTIONS = [
  { id: "nps", kind: "nps", title: "Recommend us?" },
  { id: "stars", kind: "rating", title: "Rate it", scale: 5 },
  {
    id: "uses",
    kind: "choice",
    title: "What for?",
    options: [
      { id: "work", label: "Work" },
      { id: "play", label: "Play" },
    ],
  },
  { id: "why", kind: "text", title: "Why?" },
];

/** The server finds no problem in a test. */
async function openAlert({ fanfare: { store } }: TemporaryServer): Promise<void> {
  const values = toJson({ hours: 48 });
  const row = {
    ...({
      id: newId("alr", systemClock, systemRng),
      key: "backup_overdue",
      kind: "backup_overdue",
      data: values,
    } as const),
    ...{ app_id: null, content_id: null, step_id: null, receiver_id: null, opened_at: Date.now() },
    ...{ healthy_since: null, resolved_at: null, resolution: null },
  };
  await store.write([{ query: insertRow(store.db, "alerts", row), expect: 1 }]);
}

/** Creates one of everything that `/api` lists, through the API. Returns the parameters of its paths. */
export async function createSampleData(fixture: TemporaryServer, owner: TestBrowser): Promise<PathParameters> {
  const create: Create = async (path, body, headers, method = "POST") => {
    const { status, json, text } = await owner.call(method, path, body, headers);
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return json;
  };
  await createPerson(create);
  await create("/api/segments", { name: "Without seats", rule: RULE });
  const list = await create("/api/segments", { name: "Beta testers", rule: { kind: "list" } });
  await create(`/api/segments/${list.id}/list/add`, { app_id, external_ids: [PERSON] });
  const cap = await create("/api/cap-groups", {
    name: "Calm",
    runs_max: 2,
    window_hours: 24,
    covers: { types: ["tour"] },
  });
  await openAlert(fixture);
  const theme = await create("/api/themes", { name: "Sea", theme: BUILT_IN_THEME });
  const image = await create("/api/images", { name: "chart.png", data: sampleImage(4, 3).toString("base64") });
  const goal = await create("/api/goals", { app_id, name: "Ordered", event_name: "order_placed" });
  const chart = { id: "one", kind: "goal", title: "Orders", goal_id: goal.id };
  const dashboard = await create("/api/dashboards", { app_id, name: "Growth", charts: [chart] });
  const link = await create(`/api/dashboards/${dashboard.id}/links?app_id=${app_id}`, { expires_in_days: 7 });
  const email = await create(`/api/dashboards/${dashboard.id}/emails?app_id=${app_id}`, {
    ...{ schedule: { every: "day", time: "08:00" }, time_zone: "Europe/Zurich", recipients: ["reader@example.com"] },
  });
  const target = { strategies: [{ kind: "test_id", value: "upgrade" }] };
  const tracker = await create("/api/trackers", { app_id, name: "upgraded", on: { kind: "click", target } });
  await create("/api/webhooks", { app_id, url: "http://127.0.0.1:9/hook" });
  const settings = { url: "http://127.0.0.1:9/destination" };
  const destination = { app_id, preset: "http", name: "Warehouse", settings, events: ["content.published"] };
  await create("/api/destinations", destination);
  const survey = await publishContents(create, owner);
  await startSurveyRun(fixture, survey);
  await answerSurvey(create, survey);
  await create(`/api/builder-links?app_id=${app_id}`, { url: "https://shop.example/", content_id: survey.id });
  const on = { settings: { preview_links: true } };
  const { json: app } = await owner.call("GET", `/api/apps/${app_id}`);
  await create(`/api/apps/${app_id}`, on, { "If-Match": `"${app.revision}"` }, "PATCH");
  const saved = { content_id: survey.id, name: "Our survey", description: "" };
  const template = await create(`/api/templates?app_id=${app_id}`, saved);
  await create(`/api/contents/${survey.id}/comments?app_id=${app_id}`, { step_id: "nps", text: "Shorter?" });
  await create(`/api/preview-links?app_id=${app_id}`, { url: "https://shop.example/", content_id: survey.id });
  const hidden = { scope: "all", expires_at: new Date(systemClock.now() + DAY_MS).toISOString() };
  await create(`/api/people/${PERSON}/suppressions?app_id=${app_id}`, hidden);
  const update = await sendMessages(create);
  const file = await create("/api/people-imports", { app_id, file_name: "people.csv" });
  const part = { text: "id,name\nbob,Bob\n", last: true };
  await create(`/api/people-imports/${file.id}/parts/0?app_id=${app_id}`, part, {}, "PUT");
  await create("/api/invites", { email: "vera@example.com", role: "viewer" });
  await create("/api/roles", { name: "Translator", permissions: ["content.read", "content.write"] });
  await create("/api/tokens", { name: "Nightly", scopes: ["content.read"] });
  const [member] = (await owner.call("GET", "/api/members")).json.items;
  return {
    apps: { id: app_id },
    contents: { id: survey.id, version_id: survey.version_id, question_id: "stars" },
    people: { external_id: PERSON },
    groups: { external_id: "acme" },
    segments: { id: list.id },
    "cap-groups": { id: cap.id },
    themes: { id: theme.id },
    templates: { id: template.id },
    images: { id: image.id },
    dashboards: { id: dashboard.id, link_id: link.id, email_id: email.id },
    goals: { id: goal.id },
    trackers: { id: tracker.id },
    "live-updates": { id: update.id },
    "people-imports": { id: file.id },
    members: { id: member.id },
    channels: { name: "news" },
  };
}

async function createPerson(create: Create): Promise<void> {
  const path = `/api/people/${PERSON}`;
  const query = `?app_id=${app_id}`;
  await create(path + query, { attributes: { name: "Ada", seats: 3, langs: ["en"] } }, {}, "PUT");
  await create(path + query, { attributes: { seats: "three" }, watch_days: 1 }, {}, "PATCH");
  await create(`/api/groups/acme${query}`, { attributes: { name: "Acme" } }, {}, "PUT");
  await create(`${path}/groups/acme${query}`, { attributes: { role: "boss" } }, {}, "PUT");
}

interface PublishedContent {
  readonly id: string;
  readonly version_id: string;
}

/** A tour, a celebration, and a survey, which is returned. */
async function publishContents(create: Create, owner: TestBrowser): Promise<PublishedContent> {
  const publish = async (slug: string, draft: object): Promise<PublishedContent> => {
    const content = await create("/api/contents", { app_id, slug, name: slug, draft });
    await create(`/api/contents/${content.id}/publish`, { app_id }, { "If-Match": `"${content.revision}"` });
    const [version] = (await owner.call("GET", `/api/contents/${content.id}/versions`)).json.items;
    return { id: content.id, version_id: version.id };
  };
  const targeting = { urls: { include: [], exclude: [] }, audience: RULE };
  await publish("welcome", { ...sampleTour("Hello"), tags: ["new"], targeting });
  await publish("cheer", {
    body: { type: "celebration", preset: "burst" },
    trigger: { kind: "event", event: "order_placed" },
  });
  return publish("feedback", { body: { type: "survey", title: "How is it?", questions: QUESTIONS } });
}

async function answerSurvey(create: Create, { id }: PublishedContent): Promise<void> {
  const props = { content_id: id, version: 1, run_id: "run-1" };
  const answers = [
    ["nps", 9],
    ["stars", 4],
    ["why", "Fast"],
    ["gone", "It was asked once"],
  ] as const;
  const events = answers.map(([step_id, answer]) => ({
    name: "survey_answered",
    props: { ...props, step_id, answer },
  }));
  await create("/api/track", { app_id, external_id: PERSON, events: [...events, { name: "order_placed", props: {} }] });
}

/** One toast to the person, which is returned, one data message to everyone, and a scheduled one. */
async function sendMessages(create: Create): Promise<{ readonly id: string }> {
  const toast = { kind: "toast", title: "Soon", text: "A pause", action: { label: "Read", href: "/status" } };
  const audience = { kind: "people", external_ids: [PERSON] };
  const update = await create("/api/live-updates", { app_id, audience, body: toast });
  const data = { kind: "data", name: "stock", data: { left: 3 } };
  await create("/api/live-updates", { app_id, audience: { kind: "everyone" }, body: data });
  const send_at = new Date(Date.now() + DAY_MS).toISOString().slice(0, 16);
  const timing = { time_zone: "UTC", send_at, quiet_hours: { from: "22:00", to: "07:00" } };
  await create("/api/live-updates", { app_id, audience, body: toast, timing });
  return update;
}

/** Ada was shown the survey on her page. */
async function startSurveyRun(fixture: TemporaryServer, { id, version_id }: PublishedContent): Promise<void> {
  const token = await identityToken(PERSON);
  const run_id = newId("run", systemClock, systemRng);
  const start = { action: "start", run_id, content_id: id, version_id, step_id: "nps", reason: "api" };
  const { status, text } = await fixture
    .browser()
    .call("POST", `/v1/progress?app=${APP.key}`, start, { Authorization: `Bearer ${token}` });
  if (status !== 200) throw new Error(text);
}
