import { PEOPLE_TOPICS, SDK_TOPICS, WEBHOOK_TOPICS, type WebhookTopic } from "../realtime/webhook-topics.ts";
import type { Template } from "./template.ts";

export const DESTINATION_PRESETS = ["http", "slack"] as const;
export type DestinationPreset = (typeof DESTINATION_PRESETS)[number];

export const DESTINATION_FIELDS = ["url", "method", "header_name", "header_value", "body", "webhook_url"] as const;
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
  /** What the tool doesn't say itself. */
  readonly note: string;
}

const ENGAGEMENT: readonly WebhookTopic[] = ["fanfare.tour_completed", "goal.reached", "event.tracked"];
/** What happens to people, for tools that count by person. */
export const PERSON_TOPICS: readonly WebhookTopic[] = [
  ...SDK_TOPICS,
  ...PEOPLE_TOPICS.filter((topic) => topic !== "person.erased"),
];

/** Names that paths in a body's template may begin with. */
export const TEMPLATE_ROOTS = [
  ...["id", "name", "name_snake", "topic", "text", "at", "at_ms", "at_s", "app"],
  ...["person", "content", "goal", "event", "props", "member_id", "resource", "detail"],
] as const;

const DEFAULT_BODY = `{
  "id": "{{id}}",
  "event": "{{name}}",
  "at": "{{at}}",
  "user": "{{person.key}}",
  "properties": "{{props}}"
}`;

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
    default_topics: ["goal.reached", "content.published"],
    needs_person: false,
    attributes: [],
    note: "Up to 10 messages become one, so that busy times don't exceed the rate limit.",
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
