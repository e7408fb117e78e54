import { PEOPLE_TOPICS, SDK_TOPICS, WEBHOOK_TOPICS, type WebhookTopic } from "../realtime/webhook-topics.ts";
import type { Template } from "./template.ts";

export const DESTINATION_PRESETS = [
  ...(["http", "slack", "teams", "discord", "segment", "rudderstack"] as const),
  ...(["amplitude", "mixpanel", "posthog", "ga4", "hubspot"] as const),
] as const;
export type DestinationPreset = (typeof DESTINATION_PRESETS)[number];

export const DESTINATION_FIELDS = [
  ...(["url", "method", "header_name", "header_value", "body", "webhook_url"] as const),
  ...(["endpoint", "write_key", "api_key", "username", "password", "project_id"] as const),
  ...(["measurement_id", "api_secret", "access_token", "event_prefix"] as const),
] as const;
export type DestinationField = (typeof DESTINATION_FIELDS)[number];

interface FieldDescription {
  readonly name: DestinationField;
  readonly kind: "text" | "url" | "secret" | "template" | "method";
  /** Used if it's empty. Fields without one are required, unless they're optional. */
  readonly default?: string;
  readonly optional?: boolean;
  readonly meaning: string;
}

/**
 * A tool's API as data. Templates fill in `setting` and `secret` with the fields, and `item` with a message. A body has
 * `items`, the filled-in items, or `lines`, if they're texts. Without `item`, each message is a request of its own.
 */
export interface PresetDescription {
  readonly title: string;
  readonly fields: readonly FieldDescription[];
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Names may have placeholders, too. A header without a value is omitted. */
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly auth?: { readonly user: string; readonly password: string };
    /** A field's name: its template. */
    readonly body: Template | { readonly field: DestinationField };
    readonly item?: Template;
  };
  readonly batch: { readonly items_max: number; readonly wait_ms: number };
  /** How texts in chat messages are escaped, so that no name mentions people or makes a link. */
  readonly markup?: "slack" | "markdown";
  /** Topics that it can receive. */
  readonly topics: readonly WebhookTopic[];
  readonly default_topics: readonly WebhookTopic[];
  /** Whether it's about people only. */
  readonly needs_person: boolean;
  /** Attributes of people that it always gets. People without one aren't sent. */
  readonly attributes: readonly string[];
  /** How it answers a wrong key, if not with 401 or 403. */
  readonly wrong_key?: { readonly status: number; readonly text: string };
  /** Where a test goes instead, if the tool accepts everything. `issues`: a list in its response. */
  readonly test?: { readonly url: string; readonly issues: string };
  /** What the tool doesn't say itself. */
  readonly note: string;
}

const ENGAGEMENT: readonly WebhookTopic[] = ["fanfare.tour_completed", "goal.reached", "event.tracked"];
/** What people do, for tools that count by person. */
const PERSON_TOPICS: readonly WebhookTopic[] = [
  ...PEOPLE_TOPICS.filter((topic) => topic === "event.tracked" || topic === "goal.reached"),
  ...SDK_TOPICS,
];

const CHAT_TOPICS: readonly WebhookTopic[] = ["goal.reached", "content.published", "alert.opened", "alert.resolved"];

/** Names that paths in a body's template may begin with. */
export const TEMPLATE_ROOTS = [
  ...["id", "uuid", "name", "name_snake", "topic", "text", "at", "at_ms", "at_s", "at_us", "app"],
  ...["person", "content", "goal", "event", "props", "member_id", "resource", "detail", "alert"],
] as const;

const DEFAULT_BODY = `{
  "id": "{{id}}",
  "event": "{{name}}",
  "at": "{{at}}",
  "user": "{{person.key}}",
  "properties": "{{props}}"
}`;

const endpoint = (fallback: string) =>
  ({ name: "endpoint", kind: "url", default: fallback, meaning: "Another region or your own host." }) as const;
const secret = <Name extends DestinationField>(name: Name, meaning: string) =>
  ({ name, kind: "secret", meaning: `${meaning} Stored encrypted.` }) as const;

const CHAT = {
  ...{ topics: WEBHOOK_TOPICS, needs_person: false, attributes: [] },
  default_topics: CHAT_TOPICS,
} as const satisfies Partial<PresetDescription>;

const ANALYTICS = {
  ...{ topics: PERSON_TOPICS, default_topics: ENGAGEMENT, needs_person: true, attributes: [] },
  batch: { items_max: 100, wait_ms: 2_000 },
} as const satisfies Partial<PresetDescription>;

/** Segment's batch, which RudderStack has, too. The library's name tells that the events are ours if they return. */
const SEGMENT_REQUEST: PresetDescription["request"] = {
  method: "POST",
  url: "{{setting.endpoint}}/v1/batch",
  headers: [],
  auth: { user: "{{secret.write_key}}", password: "" },
  body: { batch: "{{items}}" },
  item: {
    ...{ type: "track", userId: "{{person.external_id}}", anonymousId: "{{person.anonymous_id}}" },
    ...{ event: "{{name}}", properties: "{{props}}", messageId: "{{id}}", timestamp: "{{at}}" },
    context: { library: { name: "fanfare", version: "1" }, traits: "{{person.attributes}}" },
  },
};

export const PRESETS: Readonly<Record<DestinationPreset, PresetDescription>> = {
  http: {
    title: "HTTP request",
    fields: [
      { name: "url", kind: "url", meaning: "Where each message goes." },
      { name: "method", kind: "method", default: "POST", meaning: "`POST`, `PUT`, or `PATCH`." },
      { name: "header_name", kind: "text", default: "Authorization", meaning: "Header that has the secret." },
      {
        name: "header_value",
        kind: "secret",
        optional: true,
        meaning: "Value of that header, such as `Bearer …`. Stored encrypted.",
      },
      { name: "body", kind: "template", default: DEFAULT_BODY, meaning: "JSON with placeholders." },
    ],
    request: {
      method: "{{setting.method}}",
      url: "{{setting.url}}",
      headers: [{ name: "{{setting.header_name}}", value: "{{secret.header_value}}" }],
      body: { field: "body" },
    },
    batch: { items_max: 1, wait_ms: 0 },
    topics: WEBHOOK_TOPICS,
    default_topics: ENGAGEMENT,
    needs_person: false,
    attributes: [],
    note: "One request per message.",
  },
  slack: {
    title: "Slack",
    fields: [{ name: "webhook_url", kind: "secret", meaning: "URL of an incoming webhook. Stored encrypted." }],
    request: {
      method: "POST",
      url: "{{secret.webhook_url}}",
      headers: [],
      body: { text: "{{lines}}" },
      item: "{{text}}",
    },
    // About one message per second is allowed.
    batch: { items_max: 10, wait_ms: 2_000 },
    markup: "slack",
    topics: WEBHOOK_TOPICS,
    default_topics: CHAT_TOPICS,
    needs_person: false,
    attributes: [],
    note: "Up to 10 messages become one, so that busy times don't exceed the rate limit.",
  },
  teams: {
    ...CHAT,
    title: "Microsoft Teams",
    fields: [secret("webhook_url", "URL of a workflow that posts to a channel when it receives a request.")],
    request: {
      ...{ method: "POST", url: "{{secret.webhook_url}}", headers: [] },
      body: {
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            content: { type: "AdaptiveCard", version: "1.4", body: "{{items}}" },
          },
        ],
      },
      item: { type: "TextBlock", text: "{{text}}", wrap: true },
    },
    batch: { items_max: 10, wait_ms: 2_000 },
    markup: "markdown",
    note: "Up to 10 messages become one card.",
  },
  discord: {
    ...CHAT,
    title: "Discord",
    fields: [secret("webhook_url", "URL of a channel's webhook.")],
    request: {
      ...{ method: "POST", url: "{{secret.webhook_url}}", headers: [] },
      body: { content: "{{lines}}", allowed_mentions: { parse: [] } },
      item: "{{text}}",
    },
    batch: { items_max: 5, wait_ms: 2_000 },
    markup: "markdown",
    note: "Up to 5 messages become one. Mentions are disabled.",
  },
  segment: {
    ...ANALYTICS,
    title: "Segment",
    fields: [secret("write_key", "Write key of an HTTP source."), endpoint("https://api.segment.io")],
    request: SEGMENT_REQUEST,
    note: "Segment answers 200 even to events that it drops.",
  },
  rudderstack: {
    ...ANALYTICS,
    title: "RudderStack",
    fields: [
      secret("write_key", "Write key of an HTTP source."),
      { name: "endpoint", kind: "url", meaning: "URL of your data plane." },
    ],
    request: SEGMENT_REQUEST,
    note: "In Segment's format.",
  },
  amplitude: {
    ...ANALYTICS,
    title: "Amplitude",
    fields: [secret("api_key", "API key of the project."), endpoint("https://api2.amplitude.com")],
    request: {
      ...{ method: "POST", url: "{{setting.endpoint}}/2/httpapi", headers: [] },
      body: { api_key: "{{secret.api_key}}", events: "{{items}}", options: { min_id_length: 1 } },
      item: {
        ...{ user_id: "{{person.external_id}}", device_id: "{{person.anonymous_id}}", event_type: "{{name}}" },
        ...{ time: "{{at_ms}}", insert_id: "{{id}}", event_properties: "{{props}}" },
        user_properties: "{{person.attributes}}",
      },
    },
    wrong_key: { status: 400, text: "api key" },
    note: "The same message counts once within 7 days.",
  },
  mixpanel: {
    ...ANALYTICS,
    title: "Mixpanel",
    fields: [
      { name: "project_id", kind: "text", meaning: "ID of the project." },
      { name: "username", kind: "text", meaning: "User name of a service account." },
      secret("password", "Secret of the service account."),
      endpoint("https://api.mixpanel.com"),
    ],
    request: {
      ...{ method: "POST", url: "{{setting.endpoint}}/import?strict=1&project_id={{setting.project_id}}", headers: [] },
      auth: { user: "{{setting.username}}", password: "{{secret.password}}" },
      body: "{{items}}",
      item: {
        event: "{{name}}",
        properties: { "...": "{{props}}", time: "{{at_ms}}", distinct_id: "{{person.key}}", $insert_id: "{{uuid}}" },
      },
    },
    note: "Attributes of people aren't sent: Mixpanel keeps them apart from events.",
  },
  posthog: {
    ...ANALYTICS,
    title: "PostHog",
    fields: [secret("api_key", "Key of the project."), endpoint("https://us.i.posthog.com")],
    request: {
      ...{ method: "POST", url: "{{setting.endpoint}}/batch/", headers: [] },
      body: { api_key: "{{secret.api_key}}", batch: "{{items}}" },
      item: {
        ...{ event: "{{name}}", distinct_id: "{{person.key}}", uuid: "{{uuid}}", timestamp: "{{at}}" },
        properties: { "...": "{{props}}", $lib: "fanfare", $set: "{{person.attributes}}" },
      },
    },
    note: "The host of the European Union is `https://eu.i.posthog.com`.",
  },
  ga4: {
    ...ANALYTICS,
    title: "Google Analytics 4",
    fields: [
      { name: "measurement_id", kind: "text", meaning: "Measurement ID, such as `G-…`." },
      secret("api_secret", "API secret of the data stream."),
      endpoint("https://www.google-analytics.com"),
    ],
    request: {
      method: "POST",
      url: "{{setting.endpoint}}/mp/collect?measurement_id={{setting.measurement_id}}&api_secret={{secret.api_secret}}",
      headers: [],
      body: {
        ...{ client_id: "{{person.attributes.ga_client_id|person.key}}", user_id: "{{person.external_id}}" },
        ...{ timestamp_micros: "{{at_us}}", events: [{ name: "{{name_snake}}", params: "{{props}}" }] },
      },
    },
    batch: { items_max: 1, wait_ms: 0 },
    test: {
      url: "{{setting.endpoint}}/debug/mp/collect?measurement_id={{setting.measurement_id}}&api_secret={{secret.api_secret}}",
      issues: "validationMessages",
    },
    note: "Google accepts any key, so send a test. To join page views, store the page's client ID as the attribute `ga_client_id`, and allow it.",
  },
  hubspot: {
    ...ANALYTICS,
    title: "HubSpot",
    fields: [
      secret("access_token", "Access token of a private app."),
      { name: "event_prefix", kind: "text", meaning: "Prefix of your custom events, such as `pe1234567_`." },
      endpoint("https://api.hubapi.com"),
    ],
    request: {
      ...{ method: "POST", url: "{{setting.endpoint}}/events/2026-03/send/batch" },
      headers: [{ name: "Authorization", value: "Bearer {{secret.access_token}}" }],
      body: { inputs: "{{items}}" },
      item: {
        ...{ eventName: "{{setting.event_prefix}}{{name_snake}}", email: "{{person.attributes.email}}" },
        ...{ occurredAt: "{{at}}", uuid: "{{uuid}}", properties: "{{event.props}}" },
      },
    },
    attributes: ["email"],
    note: "Contacts are found by email. Create the events and their properties in HubSpot first.",
  },
};

export function isDestinationPreset(text: string): text is DestinationPreset {
  return DESTINATION_PRESETS.some((preset) => preset === text);
}

/** Values with the defaults of empty fields. */
export function withDefaults(
  preset: DestinationPreset,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const filled = PRESETS[preset].fields.flatMap(({ name, default: fallback }) => {
    const value = values[name] || fallback;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filled);
}
