import type { Body } from "@fanfare/contract/content/body";
import type { ArticlesResponse } from "@fanfare/contract/schema/client/articles";
import type {
  BuilderAttributesResponse,
  BuilderChannelsResponse,
  BuilderGatesResponse,
  BuilderPeopleResponse,
  BuilderResponse,
  BuilderTrackerResponse,
} from "@fanfare/contract/schema/client/builder";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { PreviewResponse } from "@fanfare/contract/schema/client/preview";
import type { PushKeyResponse, PushSubscriptionResponse } from "@fanfare/contract/schema/client/push";
import type {
  BootResponse,
  Decision,
  ExplainResponse,
  GroupResponse,
  ProgressResponse,
  SurveyLinkResponse,
} from "@fanfare/contract/schema/client/v1";
import type { DebugPanelResponse } from "@fanfare/contract/schema/people/debug-link";
import type { MessagesResponse } from "@fanfare/contract/schema/realtime/live-update";
import { EXAMPLE_EDITION, EXAMPLE_NOW, EXAMPLE_TOKEN, EXAMPLE_UNTIL, exampleId } from "./example-values.ts";

const ANONYMOUS = { id: "019e2b7a-6c00-7000-8000-000000000042", token: EXAMPLE_TOKEN, storage: "cookie" } as const;
const [CONTENT_ID, VERSION_ID, RUN_ID] = [exampleId("cnt"), exampleId("ver"), exampleId("run")];

const DECISION: Decision = {
  ...{ content_id: CONTENT_ID, slug: "welcome-desk", name: "Welcome to the order desk" },
  ...{ version_id: VERSION_ID, version_number: 3, edition: EXAMPLE_EDITION, pending_gates: ["url"] },
  ...{ history: { completed: false, ended: false }, run: null },
};
const BOOT: BootResponse = {
  app: { key: "shop", paused: false, config_version: 12 },
  person: { id: exampleId("per"), external_id: "u_42", verified: true },
  ...{ channel_id: "p-7Qm2", anonymous: null, decisions: [DECISION], refused: [], suppressions: [], messages: 0 },
  server_time: EXAMPLE_NOW,
};
const EXPLAINED: ExplainResponse = {
  ...{ content_id: CONTENT_ID, version_id: VERSION_ID, outcome: "hide", gate: "frequency" },
  gates: [
    { gate: "frequency", status: "block", evidence: "Already completed.", causes: [{ code: "completed", values: {} }] },
  ],
};
const BUILDER = {
  ...{ token: EXAMPLE_TOKEN, session_id: exampleId("bld"), console_key: "console", expires_at: EXAMPLE_UNTIL },
  member: { id: exampleId("mem"), name: "Grace Hopper", role: "editor" },
  ...{ language: "en", app: { id: "1001", name: "Order desk" } },
  edit_url: `https://fanfare.example/1001/content/${CONTENT_ID}`,
} satisfies Partial<BuilderResponse>;
const FEED: FeedResponse = {
  items: [
    {
      ...{ kind: "live_update", id: exampleId("lup"), tone: "info", at: EXAMPLE_NOW, read_at: null },
      ...{ title: "Order shipped", text: "Your order 7 is on its way." },
    },
  ],
  unread: 1,
};

/** Of responses without a schema: the one that they are, or that a field of theirs has. */
export const CLIENT_SCHEMAS: Readonly<Record<string, { readonly schema: string; readonly in?: "content" }>> = {
  "POST /v1/builder": { schema: "ContentDetail", in: "content" },
  "POST /v1/builder/resume": { schema: "ContentDetail", in: "content" },
  "GET /v1/builder/content": { schema: "ContentDetail" },
  "PATCH /v1/builder/content": { schema: "ContentDetail" },
  "POST /v1/builder/publish": { schema: "PublishResponse" },
};

/** Responses that have a type, and no schema. The compiler checks them. */
export const CLIENT_EXAMPLES: Readonly<Record<string, object>> = {
  "POST /v1/boot": BOOT,
  "POST /v1/identify": BOOT,
  "GET /v1/editions/{version_id}": EXAMPLE_EDITION.body satisfies Body,
  "GET /v1/articles": {
    items: [{ title: "Refund an order", url: "https://help.shop.example/refunds" }],
  } satisfies ArticlesResponse,
  "POST /v1/surveys/{slug}": { status: "completed", survey: null, anonymous: ANONYMOUS } satisfies SurveyLinkResponse,
  "POST /v1/progress": {
    run: {
      ...{ run_id: RUN_ID, content_id: CONTENT_ID, version_id: VERSION_ID, seq: 1, step_id: "hello" },
      state: "active",
    },
  } satisfies ProgressResponse,
  "POST /v1/messages": {
    messages: [
      {
        ...{ id: exampleId("lup"), position: 8, priority: "normal", require_ack: false, collapse_key: null },
        body: { kind: "toast", tone: "info", title: "Order shipped", text: "Your order 7 is on its way." },
        ...{ created_at: EXAMPLE_NOW, expires_at: EXAMPLE_UNTIL },
      },
    ],
  } satisfies MessagesResponse,
  "GET /v1/push-key": {
    public_key: "BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8",
  } satisfies PushKeyResponse,
  "POST /v1/push-subscriptions": { id: exampleId("psh") } satisfies PushSubscriptionResponse,
  "GET /v1/feed": FEED,
  "POST /v1/feed/read": FEED,
  "POST /v1/group": { status: "grouped" } satisfies GroupResponse,
  "GET /v1/explain": EXPLAINED,
  "POST /v1/explain": {
    person: { id: exampleId("per"), external_id: "u_42", verified: true },
    ...{ at: EXAMPLE_NOW, expires_at: EXAMPLE_UNTIL, console_url: "https://fanfare.example/1001", caps: [] },
    items: [{ ...EXPLAINED, slug: "welcome-desk", name: "Welcome to the order desk" }],
  } satisfies DebugPanelResponse,
  "POST /v1/builder": { ...BUILDER, step_id: null } satisfies Partial<BuilderResponse>,
  "POST /v1/builder/resume": { ...BUILDER, step_id: null } satisfies Partial<BuilderResponse>,
  "POST /v1/builder/channels": {
    items: [{ channel: "private-fanfare-builder", auth: "console:5f0c1d2e3a4b" }],
  } satisfies BuilderChannelsResponse,
  "POST /v1/builder/gates": {
    outcome: "hide",
    gates: EXPLAINED.gates.map((each) => ({ ...each, label: "Shown often enough" })),
    edition: EXAMPLE_EDITION,
  } satisfies BuilderGatesResponse,
  "POST /v1/builder/people": {
    items: [{ external_id: "u_42", name: "Ada Lovelace" }],
  } satisfies BuilderPeopleResponse,
  "GET /v1/builder/attributes": { items: ["name", "plan", "orders"] } satisfies BuilderAttributesResponse,
  "POST /v1/builder/trackers": {
    ...{ id: exampleId("trk"), name: "report_shared" },
    edit_url: `https://fanfare.example/1001/trackers/${exampleId("trk")}`,
  } satisfies BuilderTrackerResponse,
  "POST /v1/preview": {
    ...{ name: "Welcome to the order desk", app: { name: "Order desk" }, shared_by: "Grace Hopper" },
    ...{ expires_at: EXAMPLE_UNTIL, edition: EXAMPLE_EDITION, themes: undefined },
  } satisfies PreviewResponse,
};
