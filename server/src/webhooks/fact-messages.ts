import { EVENT_NAMES } from "@fanfare/contract/events/events";
import {
  type AlertId,
  type AppId,
  type AuditId,
  type ContentId,
  type EventId,
  type GoalId,
  isId,
  type PersonId,
} from "@fanfare/contract/lib/ids";
import { type SdkTopic, WEBHOOK_MESSAGE_VERSION, type WebhookTopic } from "@fanfare/contract/realtime/webhook-topics";
import { describeAlert } from "@fanfare/contract/wording/alerts";
import { z } from "zod";
import { alertValues } from "../alerts/alert-values.ts";
import { fromJson, toIso } from "../store/columns.ts";
import type { Millis } from "../store/schema/column-types.ts";
import { type AlertRow, alertsWithIds } from "../store/statements/analytics/alerts.ts";
import { type EventRow, eventsById } from "../store/statements/analytics/events.ts";
import type { PersonRow } from "../store/statements/people/people.ts";
import {
  auditEntriesWithIds,
  completionsOf,
  contentsWithIds,
  peopleWithIds,
} from "../store/statements/realtime/fact-sources.ts";
import type { FactRow } from "../store/statements/realtime/facts.ts";
import type { Store } from "../store/store.ts";

/** Content as messages name it, with the tags that webhooks filter by. */
interface MessageContent {
  readonly id: ContentId;
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly tags: readonly string[];
}

/** A fact with its data. Each webhook gets its own text, because it chooses the attributes of people. */
export interface FactMessage {
  readonly fact: FactRow;
  /** The same whenever this fact is sent. */
  readonly id: string;
  readonly topic: WebhookTopic;
  readonly at: Millis;
  /** Null: of the workspace. */
  readonly app_id: AppId | null;
  readonly person: PersonRow | undefined;
  readonly content: MessageContent | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

type Draft = Omit<FactMessage, "fact" | "person" | "content"> & {
  readonly person_id: string | null;
  readonly content_id: string | null;
};

/** Reads the facts' data. Omits facts whose data is gone, such as of people who were erased meanwhile. */
export async function readFactMessages(
  db: Store["db"],
  facts: readonly FactRow[],
  topicOfAction: (action: string) => WebhookTopic | undefined,
): Promise<readonly FactMessage[]> {
  const refs = (source: FactRow["source"]): string[] =>
    facts.flatMap((fact) => (fact.source === source ? [fact.ref] : []));
  const goals = refs("goal").map((ref) => ref.split(" "));
  // Casts: the source says which kind of ID its reference is.
  const [events, completions, entries] = await Promise.all([
    refs("event").length === 0 ? [] : eventsById(db, refs("event") as EventId[]),
    completionsOf(
      db,
      goals.map(([goal_id]) => goal_id) as GoalId[],
      goals.map(([, person_id]) => person_id) as PersonId[],
    ),
    auditEntriesWithIds(db, refs("audit") as AuditId[]),
  ]);
  const drafts = new Map<string, Draft>();
  for (const event of events) drafts.set(`event ${event.id}`, eventDraft(event));
  for (const { goal_id, person_id, app_id, event_id, content_id, reached_at, goal_name } of completions) {
    const data = { goal: { id: goal_id, name: goal_name }, event_id };
    const named = { id: `${goal_id}-${person_id}`, topic: "goal.reached", at: reached_at, data } as const;
    drafts.set(`goal ${goal_id} ${person_id}`, { ...named, app_id, person_id, content_id });
  }
  for (const { id, at, app_id, member_id, action, resource_type: type, resource_id, detail } of entries) {
    const topic = topicOfAction(action);
    if (topic === undefined) continue;
    const data = { member_id, resource: { type, id: resource_id }, detail: fromJson(detail, detailSchema.parse) };
    const content_id = type === "content" ? resource_id : null;
    drafts.set(`audit ${id}`, { id, topic, at, app_id, data, person_id: null, content_id });
  }
  for (const [ref, draft] of await alertDrafts(db, refs("alert"))) drafts.set(`alert ${ref}`, draft);
  const draftOf = (fact: FactRow): Draft | undefined =>
    fact.source === "person" ? personDraft(fact) : drafts.get(`${fact.source} ${fact.ref}`);
  return joinRows(
    db,
    facts.flatMap((fact) => {
      const draft = draftOf(fact);
      return draft === undefined ? [] : [{ fact, draft }];
    }),
  );
}

/** Drafts by reference: an alert and its state. */
async function alertDrafts(db: Store["db"], refs: readonly string[]): Promise<readonly (readonly [string, Draft])[]> {
  // Cast: references of alerts begin with their ID.
  const ids = refs.map((ref) => ref.split(" ", 1)[0] as AlertId);
  const alerts = new Map<string, AlertRow>((await alertsWithIds(db, ids)).map((row) => [row.id, row]));
  return refs.flatMap((ref) => {
    const [id = "", state] = ref.split(" ");
    const row = alerts.get(id);
    if (row === undefined) return [];
    const { kind, app_id, content_id, step_id, receiver_id, opened_at, resolved_at, resolution } = row;
    const is_resolved = state === "resolved";
    const alert = {
      ...{ id: row.id, kind, state: is_resolved ? (resolution ?? "healed") : "open", step_id, receiver_id },
      ...describeAlert({ kind, values: alertValues(row) }),
      opened_at: toIso(opened_at),
    };
    const topic = is_resolved ? "alert.resolved" : "alert.opened";
    const at = is_resolved ? (resolved_at ?? opened_at) : opened_at;
    return [[ref, { id: `${id}-${state}`, topic, at, app_id, person_id: null, content_id, data: { alert } }] as const];
  });
}

const detailSchema = z.record(z.string(), z.unknown());

const SDK_EVENTS: ReadonlySet<string> = new Set(EVENT_NAMES);
const isSdkTopic = (topic: string): topic is SdkTopic => SDK_EVENTS.has(topic.slice("fanfare.".length));

function eventDraft({ id, app_id, person_id, name, props, happened_at, received_at, content_id }: EventRow): Draft {
  const topic = `fanfare.${name}`;
  const event = { id, name, happened_at: toIso(happened_at), props: fromJson(props, detailSchema.parse) };
  const named = { id: `evt_${id}`, at: received_at, app_id, person_id, content_id, data: { event } };
  return { ...named, topic: isSdkTopic(topic) ? topic : "event.tracked" };
}

/** The ID of the fact is a UUIDv7, whose first 48 bits are its time. */
function personDraft({ id, app_id, ref: person_id }: FactRow): Draft {
  const at = Number.parseInt(id.slice(0, 13).replace("-", ""), 16);
  return { id: `per_${id}`, topic: "person.identified", at, app_id, person_id, content_id: null, data: {} };
}

async function joinRows(
  db: Store["db"],
  found: readonly { readonly fact: FactRow; readonly draft: Draft }[],
): Promise<readonly FactMessage[]> {
  const person_ids = found.flatMap(({ draft: { person_id } }) => (isId("per", person_id ?? "") ? [person_id] : []));
  const content_ids = found.flatMap(({ draft: { content_id } }) => (isId("cnt", content_id ?? "") ? [content_id] : []));
  const [people, contents] = await Promise.all([
    // Casts: just checked.
    peopleWithIds(db, [...new Set(person_ids)] as never),
    contentsWithIds(db, [...new Set(content_ids)] as never),
  ]);
  const person_of = new Map<string, PersonRow>(people.map((row) => [row.id, row]));
  const content_of = new Map<string, MessageContent>(
    contents.map(({ draft, ...row }) => [row.id, { ...row, tags: fromJson(draft, tagsOf) }]),
  );
  return found.flatMap(({ fact, draft: { person_id, content_id, ...draft } }) => {
    const person = person_of.get(person_id ?? "");
    if (person_id !== null && person === undefined) return [];
    return [{ ...draft, fact, person, content: content_of.get(content_id ?? "") }];
  });
}

const taggedSchema = z.object({ tags: z.array(z.string()).default([]) });
const tagsOf = (draft: unknown): readonly string[] => taggedSchema.safeParse(draft).data?.tags ?? [];

export interface SentFields {
  readonly person_attributes: readonly string[];
  /** Properties of events. */
  readonly props: "all" | readonly string[];
}

/** The body of Standard Webhooks: what happened, when, and its data. */
export function messageBody(
  { id, topic, at, person, content, data }: Omit<FactMessage, "fact" | "app_id">,
  app: { readonly id: AppId; readonly key: string },
  { person_attributes, props }: SentFields,
): string {
  return JSON.stringify({
    type: topic,
    version: WEBHOOK_MESSAGE_VERSION,
    timestamp: toIso(at),
    data: {
      id,
      app,
      ...(person === undefined ? {} : { person: presentPerson(person, person_attributes) }),
      ...(content === undefined ? {} : { content: presentContent(content) }),
      ...(props === "all" ? data : withProps(data, props)),
    },
  });
}

function withProps(data: FactMessage["data"], names: readonly string[]): FactMessage["data"] {
  const event = eventSchema.safeParse(data["event"]).data;
  if (event === undefined) return data;
  const props = Object.fromEntries(Object.entries(event.props).filter(([name]) => names.includes(name)));
  return { ...data, event: { ...event, props } };
}

const eventSchema = z.looseObject({ props: detailSchema });

function presentPerson({ id, external_id, anonymous_id, attributes }: PersonRow, names: readonly string[]) {
  const all = Object.entries(names.length === 0 ? {} : fromJson(attributes, detailSchema.parse));
  const attributes_sent = Object.fromEntries(all.filter(([name]) => names.includes(name)));
  return { id, external_id, anonymous_id, ...(names.length === 0 ? {} : { attributes: attributes_sent }) };
}

function presentContent({ id, slug, name, type }: MessageContent) {
  return { id, slug, name, type };
}
