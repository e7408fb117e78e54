import type { AppId, PersonId, WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { z } from "zod";
import type { Millis } from "../../store/schema/column-types.ts";
import {
  attemptsContaining,
  type DeliveryAttempt,
  deleteAttempts,
  deleteDeliveries,
  deliveriesContaining,
} from "../../store/statements/people/erasures.ts";
import type { Statement, Store } from "../../store/store.ts";

/** A person and the people merged into them. */
export interface ErasedIdentity {
  readonly ids: readonly PersonId[];
  readonly names: readonly string[];
}

/** Bounds the memory that bodies take, and the time that one statement takes. */
const PAGE_ROWS = 200;
/** SQLite allows 1,000 levels in an expression, and each `or` is one. */
const TEXTS_PER_SEARCH = 500;

/**
 * Statements that delete webhook deliveries about a person, and responses of receivers that name them. Keeps pending
 * ones of channels, which are still sent, unless their webhook is deleted.
 */
export async function deliveryErasures(
  store: Store,
  app_id: AppId,
  identity: ErasedIdentity,
  since: Millis,
): Promise<readonly Statement[]> {
  const { db } = store;
  const statements: Statement[] = [];
  for await (const attempts of attemptsNaming(store, app_id, identity.names, since)) {
    statements.push({ query: deleteAttempts(db, attempts) });
  }
  for await (const ids of deliveriesAbout(store, app_id, identity, since)) {
    statements.push({ query: deleteDeliveries(db, ids) });
  }
  return statements;
}

async function* deliveriesAbout(
  store: Store,
  app_id: AppId,
  identity: ErasedIdentity,
  since: Millis,
): AsyncGenerator<readonly WebhookDeliveryId[]> {
  const isAbout = aboutPerson(identity);
  // As values in JSON. Bodies contain event data as a JSON string, so its quotes are escaped.
  const texts = [...identity.ids, ...identity.names].flatMap((value) => {
    const quoted = JSON.stringify(value);
    return [`:${quoted}`, JSON.stringify(quoted).slice(1, -1)];
  });
  for (const some of inChunks(texts)) {
    let after: WebhookDeliveryId | undefined;
    do {
      const rows = await deliveriesContaining(store, app_id, some, { since, after, limit: PAGE_ROWS });
      const ids = rows.filter(({ body }) => isAbout(body)).map(({ id }) => id);
      if (ids.length > 0) yield ids;
      after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
    } while (after !== undefined);
  }
}

async function* attemptsNaming(
  store: Store,
  app_id: AppId,
  names: readonly string[],
  since: Millis,
): AsyncGenerator<readonly DeliveryAttempt[]> {
  for (const some of inChunks(names)) {
    let after: DeliveryAttempt | undefined;
    do {
      const rows = await attemptsContaining(store, app_id, some, { since, after, limit: PAGE_ROWS });
      const naming = rows.filter(({ answer }) => some.some((name) => containsWord(answer, name)));
      if (naming.length > 0) yield naming;
      after = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
    } while (after !== undefined);
  }
}

function* inChunks(texts: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < texts.length; start += TEXTS_PER_SEARCH)
    yield texts.slice(start, start + TEXTS_PER_SEARCH);
}

const messageSchema = z.object({
  data: z.object({
    person: z.object({ id: z.string(), external_id: z.string().nullable(), anonymous_id: z.string().nullable() }),
  }),
});
const channelEventsSchema = z.object({
  events: z.array(z.object({ user_id: z.string().optional(), data: z.string().optional() })),
});
/** The same for `user_id` and `userId`. */
const plainKey = (key: string): string => key.replaceAll("_", "").toLowerCase();
/** Keys of event data that identify people. */
const IDENTIFYING_KEYS: ReadonlySet<string> = new Set(
  ["external_id", "anonymous_id", "person_id", "user_id"].map(plainKey),
);

/** Returns whether a body is about the person: a message about them, or a channel event that identifies them. */
function aboutPerson({ ids, names }: ErasedIdentity): (body: string) => boolean {
  const known: ReadonlySet<unknown> = new Set([...ids, ...names]);
  const identifies = (text: string): boolean => {
    let found = false;
    try {
      JSON.parse(text, (key, value) => {
        found ||= IDENTIFYING_KEYS.has(plainKey(key)) && known.has(value);
        return value;
      });
    } catch {
      // Event data may be any text.
    }
    return found;
  };
  return (body) => {
    const json: unknown = JSON.parse(body);
    const person = messageSchema.safeParse(json).data?.data.person;
    if (person !== undefined) return Object.values(person).some((value) => known.has(value));
    const events = channelEventsSchema.safeParse(json).data?.events ?? [];
    return events.some(({ user_id, data }) => known.has(user_id) || (data !== undefined && identifies(data)));
  };
}

const IN_WORD = /[\p{L}\p{N}]/u;

/** Whether a text contains a name that isn't part of a longer word. */
function containsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!IN_WORD.test(text.charAt(at - 1)) && !IN_WORD.test(text.charAt(at + name.length))) return true;
  }
  return false;
}
