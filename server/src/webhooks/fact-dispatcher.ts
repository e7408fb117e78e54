import { PRESETS } from "@fanfare/contract/destinations/presets";
import type { WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { WebhookTopic } from "@fanfare/contract/realtime/webhook-topics";
import { z } from "zod";
import { fromJson } from "../store/columns.ts";
import type { PersonRow } from "../store/statements/people/people.ts";
import { deleteFacts, nextFacts } from "../store/statements/realtime/facts.ts";
import { type DeliveryRow, insertDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import type { Statement } from "../store/store.ts";
import type { WebhookQueue, WebhookQueueDeps } from "./delivery-queue.ts";
import { type FactMessage, messageBody, readFactMessages, type SentFields } from "./fact-messages.ts";
import { QUEUE_FULL } from "./store-events.ts";
import type { WebhookQueues } from "./webhook-queues.ts";
import type { DestinationTarget, ReceiverTarget } from "./webhook-target.ts";
import { writeWithRetry } from "./write-with-retry.ts";

/** Returns the IDs of those of these people who are in one of the segments. */
export type PeopleInSegments = (
  people: readonly PersonRow[],
  segment_ids: readonly string[],
) => Promise<ReadonlySet<string>>;

export interface FactDispatcherDeps extends WebhookQueueDeps {
  readonly queues: Pick<WebhookQueues, "all">;
  readonly newDeliveryId: () => WebhookDeliveryId;
  readonly peopleInSegments: PeopleInSegments;
  readonly topicOfAction: (action: string) => WebhookTopic | undefined;
}

/**
 * Turns recorded facts into deliveries of engagement webhooks and destinations, in order. Facts are deleted in the transaction that stores
 * their deliveries, so a crash loses and repeats none.
 *
 * @example
 * const dispatcher = new FactDispatcher(deps);
 * dispatcher.wake(); // After a commit that recorded facts.
 */
export class FactDispatcher {
  readonly #deps: FactDispatcherDeps;
  #work: Promise<void> | undefined;
  #again = false;

  constructor(deps: FactDispatcherDeps) {
    this.#deps = deps;
  }

  wake(): void {
    this.#again = true;
    if (this.#work !== undefined || this.#deps.stopping.aborted) return;
    this.#work = this.#run()
      .catch((error: unknown) => {
        this.#deps.log.error("webhook_facts_failed", { error });
        this.#retryLater();
      })
      .finally(() => {
        this.#work = undefined;
      });
  }

  /** Resolves when the step under way is stored. */
  async stop(): Promise<void> {
    await this.#work;
  }

  /** The database may be unavailable. */
  #retryLater(): void {
    const { clock, stopping } = this.#deps;
    const cancel = clock.after(limits.webhook_facts_retry_ms, () => {
      stopping.removeEventListener("abort", cancel);
      this.wake();
    });
    stopping.addEventListener("abort", cancel, { once: true });
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#deps.stopping.aborted) {
      this.#again = false;
      while (!this.#deps.stopping.aborted && (await this.#step())) {
        // Until no facts are left.
      }
    }
  }

  /** Returns whether there may be more facts. */
  async #step(): Promise<boolean> {
    const { store, topicOfAction } = this.#deps;
    const facts = await nextFacts(store.db, limits.webhook_facts_step);
    if (facts.length === 0) return false;
    const messages = await readFactMessages(store.db, facts, topicOfAction);
    const queues = this.#deps.queues.all().filter(({ hook }) => hook.kind !== "channels" && hook.enabled);
    const planned: { readonly queue: WebhookQueue; readonly rows: readonly DeliveryRow[] }[] = [];
    for (const queue of queues) planned.push({ queue, rows: await this.#deliveries(queue, messages) });
    const deleted: Statement = {
      query: deleteFacts(
        store.db,
        facts.map(({ id }) => id),
      ),
      expect: facts.length,
    };
    const inserts = planned.flatMap(({ rows }) =>
      rows.length === 0 ? [] : [{ query: insertDeliveries(store.db, rows) }],
    );
    const written = await writeWithRetry(this.#deps, [deleted, ...inserts]);
    // A webhook or person was deleted meanwhile, or another process was faster. Read again.
    if (written === "foreign_key" || (typeof written !== "string" && written.outcome === "unmet")) return true;
    if (typeof written === "string") throw new Error(`The deliveries of facts couldn't be stored: ${written}.`);
    for (const { queue, rows } of planned) {
      const pending = rows.filter(({ state }) => state === "pending").length;
      if (pending < rows.length) this.#deps.onDeliveryFailed();
      if (pending > 0) queue.written(pending);
    }
    return facts.length === limits.webhook_facts_step;
  }

  async #deliveries(queue: WebhookQueue, messages: readonly FactMessage[]): Promise<readonly DeliveryRow[]> {
    const { hook } = queue;
    const app = this.#deps.apps.byId(hook.app_id);
    if (app === undefined) return [];
    const chosen = messages.filter((message) => isChosen(hook, message));
    const meant = await this.#inSegments(hook, chosen);
    const free = Math.max(0, limits.webhook_pending_max - queue.waiting);
    const now_ms = this.#deps.clock.now();
    return meant.map((message, index): DeliveryRow => {
      const is_dead = index >= free;
      return {
        ...{ id: this.#deps.newDeliveryId(), app_id: hook.app_id, webhook_id: hook.id, message_id: message.id },
        body: messageBody(message, { id: hook.app_id, key: app.key }, sentFields(hook)),
        ...{ created_at: now_ms, stamped_at: now_ms, attempts: 0, state: is_dead ? "dead" : "pending" },
        ...{ next_attempt_at: now_ms, last_status: null, last_error: is_dead ? QUEUE_FULL : null, delivered_at: null },
      };
    });
  }

  /** Messages about people outside the segments are omitted, and messages about nobody are kept. */
  async #inSegments(hook: ReceiverTarget, messages: readonly FactMessage[]): Promise<readonly FactMessage[]> {
    const { segment_ids } = hook.filter;
    if (segment_ids.length === 0 || messages.every(({ person }) => person === undefined)) return messages;
    const people = new Map<string, PersonRow>(messages.flatMap(({ person }) => (person ? [[person.id, person]] : [])));
    const within = await this.#deps.peopleInSegments([...people.values()], segment_ids);
    return messages.filter(({ person }) => person === undefined || within.has(person.id));
  }
}

/** Whether a webhook's topics and filter choose a message. */
function isChosen(hook: ReceiverTarget, { fact, app_id, topic, person, content, data }: FactMessage): boolean {
  if (app_id !== null && app_id !== hook.app_id) return false;
  if (fact.webhook_id !== null && fact.webhook_id !== hook.id) return false;
  if (hook.events !== "all" && !hook.events.includes(topic)) return false;
  const { content_ids, tags, event_names } = hook.filter;
  if (hook.kind === "destination" && !accepts(hook.destination, { topic, person })) return false;
  if (topic === "event.tracked") return event_names.includes(eventNameOf(data));
  if (content_ids.length === 0 && tags.length === 0) return true;
  // Messages that aren't about content don't match a filter of content, except about people and the workspace.
  if (content === undefined) return !topic.startsWith("fanfare.");
  return content_ids.includes(content.id) || content.tags.some((tag) => tags.includes(tag));
}

function eventNameOf({ event }: FactMessage["data"]): string {
  return typeof event === "object" && event !== null && "name" in event ? String(event.name) : "";
}

/** What a receiver may get of people and events. */
function sentFields(hook: ReceiverTarget): SentFields {
  const { person_attributes } = hook.filter;
  if (hook.kind !== "destination") return { person_attributes, props: "all" };
  const { preset, props } = hook.destination;
  return { person_attributes: [...person_attributes, ...PRESETS[preset].attributes], props };
}

/** Whether a destination can receive a message, and the person agreed to it. */
function accepts(
  { preset, consent_attribute }: DestinationTarget["destination"],
  { topic, person }: Pick<FactMessage, "topic" | "person">,
): boolean {
  const { topics, needs_person, attributes } = PRESETS[preset];
  if (!topics.includes(topic)) return false;
  if (person === undefined) return !needs_person;
  const known = fromJson(person.attributes, attributesOf);
  if (consent_attribute !== null && known[consent_attribute] !== true) return false;
  return attributes.every((name) => typeof known[name] === "string" && known[name] !== "");
}

const attributesOf = (value: unknown) => attributesSchema.parse(value);
const attributesSchema = z.record(z.string(), z.unknown());
