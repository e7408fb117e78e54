import type { PresetDescription } from "@fanfare/contract/destinations/presets";
import { limits } from "@fanfare/contract/limits";
import { z } from "zod";

const recordSchema = z.record(z.string(), z.unknown());

/** A message as engagement webhooks send it, and as deliveries store it. */
const messageSchema = z.looseObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({
    id: z.string(),
    app: recordSchema,
    person: z
      .looseObject({ id: z.string(), external_id: z.string().nullable(), anonymous_id: z.string().nullable() })
      .optional(),
    content: z.looseObject({ id: z.string(), slug: z.string(), name: z.string(), type: z.string() }).optional(),
    event: z.looseObject({ name: z.string(), happened_at: z.string(), props: recordSchema }).optional(),
    goal: z.looseObject({ id: z.string(), name: z.string() }).optional(),
    alert: z.looseObject({ state: z.string(), title: z.string(), text: z.string() }).optional(),
  }),
});
type Message = z.infer<typeof messageSchema>;

/** What a preset's templates can name. See `TEMPLATE_ROOTS`. */
export type MessageContext = Readonly<Record<string, unknown>>;

/** @throws if the body isn't a message. */
export function messageContext(body: string, markup: PresetDescription["markup"]): MessageContext {
  const message = messageSchema.parse(JSON.parse(body));
  const { id, app, person, content, event, goal, ...rest } = message.data;
  const at = event?.happened_at ?? message.timestamp;
  const at_ms = Date.parse(at);
  const name = nameOf(message);
  return {
    ...rest,
    ...{ id, app, content, event, goal, topic: message.type, name, name_snake: snakeCase(name) },
    ...{ at, at_ms, at_s: Math.floor(at_ms / 1_000), at_us: at_ms * 1_000, uuid: uuidOf(id) },
    person: person && { ...person, key: person.external_id ?? person.anonymous_id ?? person.id },
    props: {
      ...event?.props,
      ...(content && { content_id: content.id, content_slug: content.slug, content_type: content.type }),
      ...(content && { content_name: content.name }),
      ...(goal && { goal_id: goal.id, goal_name: goal.name }),
    },
    text: chatLine(message, name, markup),
  };
}

/** Tracked events have their own names, and ours have a namespace. */
function nameOf({ type, data: { event } }: Message): string {
  return type === "event.tracked" && event !== undefined ? event.name : type;
}

/** The same for the same message, for tools that allow only UUIDs. */
function uuidOf(id: string): string {
  const hex = new Bun.CryptoHasher("sha256").update(id).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const SNAKE_CHARS_MAX = 40;

/** For tools that allow only letters, digits, and underscores. */
function snakeCase(name: string): string {
  const snake = name.replaceAll(/[^A-Za-z0-9]+/g, "_").slice(0, SNAKE_CHARS_MAX);
  return /^[A-Za-z]/.test(snake) ? snake : `e_${snake}`.slice(0, SNAKE_CHARS_MAX);
}

/** One line of a chat message: what happened, with which content or goal, and to whom. */
function chatLine({ type, data }: Message, name: string, markup: PresetDescription["markup"]): string {
  if (data.alert !== undefined) return shortLine(alertLine(data.alert), markup);
  const what = type === "event.tracked" ? name : sentenceCase(name.replace(/^fanfare\./, ""));
  const subject = data.goal?.name ?? data.content?.name;
  const who = data.person?.external_id ?? data.person?.anonymous_id;
  const line = `${what}${subject === undefined ? "" : `: ${subject}`}${who ? ` (${who})` : ""}`;
  return shortLine(line, markup);
}

function alertLine({ state, title, text }: NonNullable<Message["data"]["alert"]>): string {
  return state === "open" ? `${title}. ${text}` : `Resolved: ${title}`;
}

function shortLine(line: string, markup: PresetDescription["markup"]): string {
  const flat = line.replaceAll(/\p{Cc}+/gu, " ");
  const shown =
    flat.length > limits.destination_line_chars_max ? `${flat.slice(0, limits.destination_line_chars_max - 1)}…` : flat;
  return escapeText(shown, markup);
}

function sentenceCase(name: string): string {
  const words = name.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SLACK_ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escapeText(text: string, markup: PresetDescription["markup"]): string {
  switch (markup) {
    case undefined:
      return text;
    case "slack":
      return text.replaceAll(/[&<>]/g, (character) => SLACK_ENTITIES[character] ?? character);
    case "markdown":
      return text.replaceAll(/[\\`*_~|<>[\]()#]/g, (character) => `\\${character}`);
  }
}
