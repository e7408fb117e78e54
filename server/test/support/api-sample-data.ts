import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { SignJWT } from "jose";
import { APP, sampleTour, type TemporaryServer, type TestBrowser } from "./temporary-server.ts";

/** What stands for each parameter of a path, by the noun that the path begins with. */
export type PathParameters = Readonly<Record<string, Readonly<Record<string, string>>>>;

const app_id = APP.id;
const PERSON = "ada";

/** Puts one of everything that `/api` lists into a server, from outside, and says how it is called. */
export async function createSampleData(fixture: TemporaryServer, owner: TestBrowser): Promise<PathParameters> {
  const made = async (path: string, body: unknown, headers?: Record<string, string>, method = "POST") => {
    const { status, json, text } = await owner.call(method, path, body, headers);
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return json;
  };
  await made(
    `/api/people/${PERSON}?app_id=${app_id}`,
    { attributes: { name: "Ada", seats: 3, langs: ["en"] } },
    {},
    "PUT",
  );
  await made(`/api/people/${PERSON}?app_id=${app_id}`, { attributes: { seats: "three" }, watch_days: 1 }, {}, "PATCH");
  await made(`/api/groups/acme?app_id=${app_id}`, { attributes: { name: "Acme" } }, {}, "PUT");
  await made(`/api/people/${PERSON}/groups/acme?app_id=${app_id}`, { attributes: { role: "boss" } }, {}, "PUT");
  const rule = {
    kind: "not",
    rule: { kind: "attribute", of: "person", name: "seats", test: { type: "any", op: "is_set" } },
  };
  const segment = await made("/api/segments", { name: "Without seats", rule });
  await made("/api/cap-groups", { name: "Calm", runs_max: 2, window_hours: 24, covers: { types: ["tour"] } });
  const theme = await made("/api/themes", { name: "Sea", theme: BUILT_IN_THEME });
  await made("/api/goals", { app_id, name: "Ordered", event_name: "order_placed" });
  await made("/api/webhooks", { app_id, url: "http://127.0.0.1:9/hook" });

  const publish = async (slug: string, draft: object): Promise<{ id: string; version_id: string }> => {
    const content = await made("/api/contents", { app_id, slug, name: slug, draft });
    await made(`/api/contents/${content.id}/publish`, { app_id }, { "If-Match": `"${content.revision}"` });
    const [version] = (await owner.call("GET", `/api/contents/${content.id}/versions`)).json.items;
    return { id: content.id, version_id: version.id };
  };
  await publish("welcome", {
    ...sampleTour("Hello"),
    tags: ["new"],
    targeting: { urls: { include: [], exclude: [] }, audience: rule },
  });
  await publish("cheer", {
    body: { type: "celebration", preset: "burst" },
    trigger: { kind: "event", event: "order_placed" },
  });
  const questions = [
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
  const survey = await publish("feedback", { body: { type: "survey", title: "How is it?", questions } });
  await startSurveyRun(fixture, survey);
  const props = { content_id: survey.id, version: 1, run_id: "run-1" };
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
  await made("/api/track", { app_id, external_id: PERSON, events: [...events, { name: "order_placed", props: {} }] });

  const hidden = { scope: "all", expires_at: new Date(systemClock.now() + DAY_MS).toISOString() };
  await made(`/api/people/${PERSON}/suppressions?app_id=${app_id}`, hidden);
  const said = { kind: "toast", title: "Soon", text: "A pause", action: { label: "Read", href: "/status" } };
  const update = await made("/api/live-updates", {
    app_id,
    audience: { kind: "people", external_ids: [PERSON] },
    body: said,
  });
  await made("/api/live-updates", {
    app_id,
    audience: { kind: "everyone" },
    body: { kind: "data", name: "stock", data: { left: 3 } },
  });
  const file = await made("/api/people-imports", { app_id, file_name: "people.csv" });
  await made(
    `/api/people-imports/${file.id}/parts/0?app_id=${app_id}`,
    { text: "id,name\nbob,Bob\n", last: true },
    {},
    "PUT",
  );
  await made("/api/invites", { email: "vera@example.com", role: "viewer" });
  await made("/api/tokens", { name: "Nightly", scopes: ["content.read"] });
  const [member] = (await owner.call("GET", "/api/members")).json.items;
  return {
    apps: { id: app_id },
    contents: { id: survey.id, version_id: survey.version_id, question_id: "stars" },
    people: { external_id: PERSON },
    groups: { external_id: "acme" },
    segments: { id: segment.id },
    themes: { id: theme.id },
    "live-updates": { id: update.id },
    "people-imports": { id: file.id },
    members: { id: member.id },
    channels: { name: "news" },
  };
}

/** Ada met it in her page. */
async function startSurveyRun(
  fixture: TemporaryServer,
  { id, version_id }: { readonly id: string; readonly version_id: string },
): Promise<void> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(PERSON)
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  const run_id = newId("run", systemClock, systemRng);
  const start = { action: "start", run_id, content_id: id, version_id, step_id: "nps", reason: "api" };
  const { status, text } = await fixture
    .browser()
    .call("POST", `/v1/progress?app=${APP.key}`, start, { Authorization: `Bearer ${token}` });
  if (status !== 200) throw new Error(text);
}
